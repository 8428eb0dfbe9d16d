#!/usr/bin/env python3
"""Blaze as a peer of bench/schema, by the command-line program of its authors: answers the questions of
bench/schema/peer.hpp, one line each. The program is a black box.

Of ready values it prints the time itself: wall clock, the mean of a loop over each document by itself, which caches
and branch predictor like better than documents in turn. The figure is the median of the documents. What compiling
takes is the processor time of a whole run, less that of a run with a schema that says nothing. It reads no text on
the clock, so that job is not to be had.

usage: blaze.py PROGRAM
"""
import json
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
# The first of a loop costs several times the others; with fewer it would be the figure.
FEWEST = 20
# It prints the documents in no order.
LINE = re.compile(r"\[(\d+)\]: (PASS|FAIL) ([0-9.]+) \+- [0-9.]+ us")


def run(schema, documents, *options):
    """The finished process and its processor time in nanoseconds. The compiler that it would have used for a
    program that only wants verdicts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PROGRAM, "validate", schema, documents, "--fast", *options], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, 1e9 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


class Peer:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.one = self.folder / "one.json"
        self.one.write_text("{}")
        self.nothing = self.folder / "nothing.json"

    def questions(self):
        return {name: getattr(self, name) for name in ("schema", "documents", "verdicts", "ready", "compile")}

    def schema(self, file):
        self.rules = file
        dialect = json.loads(pathlib.Path(file).read_bytes()).get("$schema")
        self.nothing.write_text(json.dumps({"$schema": dialect} if dialect else {}))
        done, _ = run(file, self.one)
        if done.returncode not in (0, 2):  # 2: the value is invalid, which it is
            raise ValueError(done.stderr.strip())
        return self.compile("1", "unchecked")

    def documents(self, file):
        self.file = file  # must end in .jsonl, or it is one document
        return sum(1 for line in open(file, encoding="utf-8") if line.strip())

    def loop(self, times):
        done, _ = run(self.rules, self.file, "--benchmark", "--loop", str(times), "--continue")
        found = sorted((int(number), verdict, float(mean)) for number, verdict, mean in LINE.findall(done.stdout))
        if len(found) != self.documents(self.file):
            raise ValueError("it printed something else: " + (done.stderr or done.stdout)[:200])
        return found

    def verdicts(self):
        return "".join("1" if verdict == "PASS" else "0" for _, verdict, _ in self.loop(1))

    def ready(self, passes):
        found = self.loop(max(int(passes), FEWEST))
        if any(verdict != "PASS" for _, verdict, _ in found):
            raise ValueError("a document is not accepted")
        # Not the mean of the means: on the wall's clock one document that was interrupted would be all of it.
        return 1e3 * statistics.median(mean for _, _, mean in found)

    def compile(self, times, how):
        if how != "unchecked":
            raise ValueError("its program checks a schema by its metaschema only in a run of its own")
        took = 0
        for _ in range(int(times)):
            took += run(self.rules, self.one)[1] - run(self.nothing, self.one)[1]
        return took / int(times)


def main():
    with tempfile.TemporaryDirectory() as folder:
        questions = Peer(folder).questions()
        for line in sys.stdin:
            word, *rest = line.split()
            try:
                # A file may have spaces in its name.
                told = [line.split(None, 1)[1].rstrip("\n")] if word in ("schema", "documents") else rest
                if word not in questions:
                    raise ValueError("it does not do that")
                reply = f"ok {questions[word](*told)}"
            except (OSError, ValueError) as why:
                reply = "no " + " ".join(str(why).split())
            print(reply, flush=True)


if __name__ == "__main__":
    main()
