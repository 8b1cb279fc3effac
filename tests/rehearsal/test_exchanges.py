"""What passes between the engine and the API server is read right, however it is cut into pieces."""

import pytest

from aksgpu_rehearsal.exchanges import Conversation, Exchange

ASKED = (
    b"PATCH /api/v1/namespaces/a?fieldValidation=Warn HTTP/1.1\r\nHost: x\r\nContent-Length: 22\r\n\r\n"
    b"GET /fake HTTP/1.1\r\n\r\n",
    b"GET /api/v1/pods?watch=true HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /apis/x HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\r\n\r\n\r\n3;a=b\r\n\r\n}\r\n0\r\n\r\n",
    b"DELETE /apis/x/1 HTTP/1.1\r\n\r\n",
)
ANSWERED = (
    b'HTTP/1.1 201 Created\r\nWarning: 299 - "unknown field \\"spec.x\\""\r\nWarning: 299 agent/1 "old"\r\n'
    b"Content-Length: 2\r\n\r\n{}",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1f\r\nHTTP/1.1 500 No\r\nWarning: 299\r\n\r\n0\r\n\r\n",
    b'HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nwarning: 299 - "third"\r\n\r\n\r\n',
    b"HTTP/1.1 204 No Content\r\n\r\n",
)
EXCHANGES = [
    Exchange("PATCH", "/api/v1/namespaces/a?fieldValidation=Warn", 201, ['unknown field "spec.x"', "old"]),
    Exchange("GET", "/api/v1/pods?watch=true", 200),
    Exchange("POST", "/apis/x", 403, ["third"]),
    Exchange("DELETE", "/apis/x/1", 204),
]


@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
def test_each_request_gets_its_own_answer(size: int) -> None:
    found: list[Exchange] = []
    talk = Conversation(found)
    for question, answer in zip(ASKED, ANSWERED, strict=True):
        for start in range(0, len(question), size):
            talk.ask(question[start : start + size])
        for start in range(0, len(answer), size):
            talk.answer(answer[start : start + size])
    assert found == EXCHANGES


def test_a_request_without_an_answer_has_no_status() -> None:
    found: list[Exchange] = []
    Conversation(found).ask(ASKED[1])
    assert found == [Exchange("GET", "/api/v1/pods?watch=true", 0)]
