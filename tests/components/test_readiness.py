"""The wait before what comes after a release: once per run, in time, with clear words, and not in previews."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pulumi
import pytest
from fake_api import ACCEPTED, FakeApi, served
from recorder import Recorder, run

from aksgpu.desired.entries import ChartRelease, KubernetesObject
from aksgpu_pulumi import readiness
from aksgpu_pulumi.readiness import NotReady, readiness_hook, wait_until_accepted
from aksgpu_pulumi.waits import Waits

PROBE = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "metadata": {"name": "aksgpu-probe"}}
KUEUE = ChartRelease(
    "chart-kueue", "kueue", "kueue-system", "kueue", None, "0.19.2", {}, timeout_seconds=300, awaited=False, probe=PROBE
)


class FakeClock:
    """Time that only passes in pauses."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds


def waited(answers: list[str | Exception | None], clock: FakeClock) -> int:
    """Number of tries against a fake prober that gives these answers, the last one for ever."""
    tries = 0

    def connect(kubeconfig: str) -> Callable[[Mapping[str, Any]], str | None]:
        assert kubeconfig == "fake kubeconfig"

        def try_once(manifest: Mapping[str, Any]) -> str | None:
            nonlocal tries
            assert manifest == PROBE
            answer = answers[min(tries, len(answers) - 1)]
            tries += 1
            if isinstance(answer, Exception):
                raise answer
            return answer

        return try_once

    wait_until_accepted(KUEUE, "fake kubeconfig", connect, clock, clock.pause)
    return tries


def test_it_tries_until_the_probe_is_accepted() -> None:
    clock = FakeClock()
    assert waited(["connection refused", OSError("no route"), None], clock) == 3
    assert clock.now == 2 * readiness.SECONDS_BETWEEN_TRIES


def test_it_gives_up_in_time_with_the_servers_last_words_and_what_to_do() -> None:
    clock = FakeClock()
    with pytest.raises(NotReady) as failure:
        waited(["no endpoints", "connection refused"], clock)
    assert 300 <= clock.now < 310
    assert str(failure.value) == (
        "kueue does not answer: for 300 s the API server did not accept a ResourceFlavor in a dry run, so nothing that "
        "needs kueue was sent. Its last words: connection refused. Look at the pods in namespace kueue-system, then "
        "run up again."
    )


def test_a_client_that_cannot_connect_is_tried_again() -> None:
    tries: list[int] = []

    def connect(_: str) -> Any:
        tries.append(1)
        if len(tries) < 3:
            raise RuntimeError("kubelogin is not on PATH")
        return lambda _: None

    clock = FakeClock()
    wait_until_accepted(KUEUE, "", connect, clock, clock.pause)
    assert len(tries) == 3


def recorded(mode: Any, kubeconfig: Any, objects: int = 3, timeout: int = 300) -> Recorder:
    """A program whose objects wait for a fake release."""
    release = ChartRelease("chart-kueue", "kueue", "kueue-system", "k", None, "1", {}, (), timeout, False, PROBE)

    def program() -> None:
        hook = readiness_hook(release, pulumi.Output.from_input(kubeconfig), "ready-chart-kueue")
        binding = pulumi.ResourceHookBinding(before_create=[hook], before_update=[hook])
        for number in range(objects):
            pulumi.CustomResource("test:index:Object", f"object-{number}", {}, pulumi.ResourceOptions(hooks=binding))

    return run(program, Recorder(mode, run_hooks=True))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "SECONDS_BETWEEN_TRIES", 0.01)


@pytest.mark.usefixtures("impatient")
def test_one_wait_serves_all_objects_of_a_run() -> None:
    fake = FakeApi([(500, {"message": "connection refused"}), ACCEPTED])
    with served(fake) as kubeconfig:
        recorder = recorded("update", kubeconfig)
    assert len(fake.posts) == 2
    hooks = {"before_create": ("ready-chart-kueue",), "before_update": ("ready-chart-kueue",)}
    assert [resource.hooks for resource in recorder.custom] == [hooks] * 3
    assert recorder.hooks["ready-chart-kueue"].on_dry_run is False


@pytest.mark.usefixtures("impatient")
def test_a_failing_wait_stops_the_run_before_the_object_is_sent() -> None:
    fake = FakeApi([(500, {"message": "connection refused"})])
    with served(fake) as kubeconfig, pytest.raises(Exception, match="kueue does not answer: for 0 s") as failure:
        recorded("update", kubeconfig, objects=1, timeout=0)
    assert "connection refused" in str(failure.value)


@pytest.mark.usefixtures("impatient")
def test_why_it_failed_is_said_once() -> None:
    fake = FakeApi([(500, {"message": "connection refused"})])
    said: list[str] = []

    def program() -> None:
        release = replace(KUEUE, timeout_seconds=0)
        hook = readiness_hook(release, pulumi.Output.from_input(kubeconfig), "ready-chart-kueue")

        async def failing() -> None:
            for ended in await asyncio.gather(*(hook.callback(None) for _ in range(3)), return_exceptions=True):
                said.append(str(ended))

        pulumi.Output.from_input(failing())

    with served(fake) as kubeconfig:
        run(program, Recorder("update"))
    assert said[0].startswith("kueue does not answer: for 0 s")
    assert said[1:] == ["kueue does not answer, as another error of this run says."] * 2


def test_a_preview_does_not_ask_the_cluster() -> None:
    fake = FakeApi([ACCEPTED])
    with served(fake) as kubeconfig:
        recorded("preview", kubeconfig)
    assert fake.posts == fake.gets == []


def test_everything_down_the_line_waits_and_nothing_else() -> None:
    made: list[str] = []
    bindings: dict[str, bool] = {}

    def program() -> None:
        def make(release: ChartRelease) -> pulumi.ResourceHook:
            made.append(release.key)
            return pulumi.ResourceHook(f"ready-{release.key}", lambda _: None)

        waits = Waits(make)
        for entry in (
            KubernetesObject("namespace", {}),
            ChartRelease("chart-nfd", "nfd", "nfd", "nfd", None, "1", {}),
            KUEUE,
            KubernetesObject("flavor", {}, ("chart-kueue", "namespace")),
            KubernetesObject("queue", {}, ("flavor",)),
            KubernetesObject("rules", {}, ("chart-nfd",)),
        ):
            bindings[entry.key] = waits.binding(entry) is not None

    run(program, Recorder("preview"))
    assert {key for key, bound in bindings.items() if bound} == {"flavor", "queue"}
    assert made == ["chart-kueue"]
