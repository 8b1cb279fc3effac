"""The scanner finds a planted secret, however it is wrapped, and nothing where there is none."""

import base64
import json
import secrets
from pathlib import Path

import pytest
from engine.secret_scan import leaks

PASSWORD = b"correct-horse-9f27"
TOKEN = secrets.token_urlsafe(300).encode()
EDGE = b"-----%s RSA PRIVATE" + b" KEY-----\n"
KEY = EDGE % b"BEGIN" + base64.encodebytes(secrets.token_bytes(600)) + EDGE % b"END"
SECRETS = {"password": PASSWORD, "token": TOKEN, "key": KEY}


def b64(text: bytes) -> bytes:
    return base64.b64encode(text)


def in_json(text: bytes) -> bytes:
    return json.dumps({"it": text.decode()}).encode()


def docker(text: bytes) -> bytes:
    return b64(json.dumps({"auths": {"x": {"auth": b64(b"me:" + text).decode()}}}).encode())


@pytest.mark.parametrize("what", SECRETS)
@pytest.mark.parametrize("before", [b"", b"x", b"xy", b"some words "], ids=len)
@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: text,
        in_json,
        lambda text: in_json(in_json(text)),
        b64,
        lambda text: in_json(b64(text)),
        lambda text: b64(in_json(text)),
        lambda text: b64(b"user: " + b64(text)),
        docker,
    ],
    ids=["plain", "json", "json in json", "base64", "base64 in json", "json in base64", "base64 twice", "docker"],
)
def test_a_planted_secret_is_found(what: str, before: bytes, wrap, tmp_path: Path) -> None:
    (tmp_path / "harmless.json").write_text('{"nothing": "here"}')
    planted = tmp_path / "state.json"
    planted.write_bytes(b'{"head": 1}\n' + wrap(before + SECRETS[what]) + b"\n{}")
    assert leaks(SECRETS, sorted(tmp_path.iterdir())) == [f"{what} in state.json"]


def test_what_every_pem_has_in_common_is_no_leak(tmp_path: Path) -> None:
    other = tmp_path / "other.pem"
    other.write_bytes(EDGE % b"BEGIN" + b"AAAA\n" + EDGE % b"END")
    assert leaks(SECRETS, [other]) == []
