"""What the tests of the program share: running it, with or without a terminal, in a clean environment."""

import fcntl
import json
import os
import pathlib
import pty
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

PROGRAM = os.environ.get("TENON_PROGRAM", "tenon")
# The program with a model that is told what to say (told_model.cpp).
TOLD = os.environ.get("TENON_TOLD", "tenon_told")
ROOT = pathlib.Path(os.environ.get("TENON_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[2]))
SMALL = "local:smollm2-135m"


def environment(**changes):
    """The caller's environment without what would steer the program; None removes a name."""
    steering = ("TENON_MODEL", "TENON_CONFIG", "NO_COLOR", "OLLAMA_HOST")
    env = {k: v for k, v in os.environ.items() if k not in steering and not k.endswith(("_API_KEY", "_BASE_URL", "_proxy"))}
    env["XDG_CONFIG_HOME"] = "/nonexistent"
    for name, value in changes.items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = str(value)
    return env


class Ended:
    """How a run ended."""

    def __init__(self, status, out, err):
        self.status = status
        self.out = out
        self.err = err

    def value(self):
        return json.loads(self.out)

    def failure(self):
        """The one JSON object that --json puts on stderr."""
        lines = self.err.strip().splitlines()
        if len(lines) != 1:
            raise AssertionError(f"stderr is not one line: {self.err!r}")
        return json.loads(lines[0])


def tenon(*args, stdin=b"", env=None, timeout=240, stdout=None, program=PROGRAM, cwd=None):
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run(
        [program, *map(str, args)],
        input=stdin,
        stdout=stdout or subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env or environment(),
        timeout=timeout,
        check=False,
        cwd=cwd,
    )
    return Ended(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())


class OnTerminal:
    """The program with a pseudo-terminal as stderr (and stdout and stdin where asked)."""

    def __init__(self, *args, env=None, stdin=None, everything=False, columns=None, rows=24, program=PROGRAM):
        self.master, slave = pty.openpty()
        if columns is not None:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [program, *map(str, args)],
            stdin=slave if everything else (stdin or subprocess.DEVNULL),
            stdout=slave if everything else subprocess.PIPE,
            stderr=slave,
            env=env or environment(TERM="xterm"),
            start_new_session=True,
        )
        os.close(slave)
        self.seen = b""

    def read_until(self, text, seconds=120):
        """Reads the terminal until `text` appears; fails if it does not."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self.master], [], [], left)[0]
            chunk = self._chunk() if ready else b""
            if not chunk:
                raise AssertionError(f"{text!r} never came; the terminal shows {self.seen!r}")
            self.seen += chunk
        return self.seen

    def send(self, number):
        self.process.send_signal(number)

    def finish(self, seconds=120):
        """Waits for the end; (status, stdout, all that the terminal saw)."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if select.select([self.master], [], [], 0.05)[0]:
                chunk = self._chunk()
                if not chunk:
                    break
                self.seen += chunk
            elif self.process.poll() is not None:
                break
        out = self.process.stdout.read() if self.process.stdout else b""
        status = self.process.wait(timeout=seconds)
        os.close(self.master)
        if self.process.stdout:
            self.process.stdout.close()
        return Ended(status, out.decode(), self.seen.decode())

    def _chunk(self):
        try:
            return os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return b""


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    maxDiff = None

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def assert_refused(self, ended, status, *words):
        """The run ended with this status, nothing on stdout, and all the words on stderr."""
        self.assertEqual(ended.status, status, ended.err)
        self.assertEqual(ended.out, "")
        for word in words:
            self.assertIn(word, ended.err)


def has_local():
    return bool(tenon("models", "list", "--json").value()["local"])


def needs_local(test):
    return unittest.skipUnless(os.environ.get("TENON_PROGRAM") and has_local(), "this build has no local models")(test)


def fetched(name):
    listed = tenon("models", "list", "--json")
    return any(m["name"] == name and m["fetched"] for m in listed.value()["local"])


__all__ = ["Case", "Ended", "OnTerminal", "PROGRAM", "ROOT", "SMALL", "TOLD", "environment", "fetched", "has_local", "signal", "tenon"]
