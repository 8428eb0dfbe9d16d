"""A provider on this machine: says what a test tells it, and keeps what it was asked."""

import http.server
import json
import threading

VALUE = {"name": "Ada", "age": 36}


def chat(value=None, **changes):
    """The reply of a Chat Completions service that wrote this value."""
    text = json.dumps(VALUE if value is None else value)
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "made-up",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        **changes,
    }


class Asked:
    """One request as it arrived."""

    def __init__(self, method, path, headers, body):
        self.method = method
        self.path = path
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.body = body

    def json(self):
        return json.loads(self.body)


class Provider:
    """Answers every request with the next of `replies`, the last again and again.

    A reply is (status, body) with a body as text or to be written as JSON; None hangs until the end of the test. A
    callable is given the request and returns such a reply.
    """

    def __init__(self, *replies):
        self.replies = list(replies)
        self.asked = []
        self._over = threading.Event()
        self._lock = threading.Lock()
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                provider._answer(self, Asked(self.command, self.path, self.headers, body))

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self):
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, handler, asked):
        with self._lock:
            self.asked.append(asked)
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if callable(reply):
            reply = reply(asked)
        if reply is None:
            self._over.wait()
            handler.close_connection = True
            return
        status, body = reply
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        try:
            handler.send_response(status)
            handler.send_header("content-type", "application/json")
            handler.send_header("content-length", str(len(data)))
            handler.end_headers()
            handler.wfile.write(data)
        except OSError:  # whoever asked has gone away
            handler.close_connection = True


def provided(test, *replies):
    """A provider for the time of one test."""
    one = Provider(*replies)
    test.addCleanup(one.close)
    return one


def dead_port():
    """An address where nobody listens."""
    one = Provider((200, {}))
    url = one.url
    one.close()
    return url
