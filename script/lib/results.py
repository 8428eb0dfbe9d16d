"""Reads the JUnit file that ctest writes: the tests, what became of each, and the closing count.

Run with a file, it prints what failed (with the end of its output) and then the count alone on a line;
the exit status is 1 when a test failed or none ran. script/requirements imports `read`.
"""

import sys
import xml.etree.ElementTree as xml

STATES = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "skipped"}
SKIPPED = "SKIP_"  # how ctest words a skip that the test asked for; a program that is missing fails


def read(path):
    """Yields (name, passed|failed|skipped, output) for each test of a file."""
    for case in xml.parse(path).getroot().iter("testcase"):
        state = STATES.get(case.get("status"), "failed")
        skip = case.find("skipped")
        if case.get("status") == "notrun" and not (skip is not None and skip.get("message", "").startswith(SKIPPED)):
            state = "failed"
        if case.find("failure") is not None or case.find("error") is not None:
            state = "failed"
        yield case.get("name"), state, case.findtext("system-out") or ""


def main(path):
    tests = list(read(path))
    count = {state: sum(1 for test in tests if test[1] == state) for state in ("passed", "failed", "skipped")}
    for name, state, output in tests:
        if state == "failed":
            print(f"failed: {name}")
            for line in output.strip().splitlines()[-25:]:
                print(f"    {line[:300]}")
    line = f"{count['passed']} passed, {count['failed']} failed"
    print(line + (f", {count['skipped']} skipped" if count["skipped"] else ""))
    return 0 if count["passed"] and not count["failed"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
