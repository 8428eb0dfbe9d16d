"""Runs one test by name (module.Class.method), or lists them all with --list.

Exit status: 0 passed, 1 failed, 77 skipped, with the reason on stderr.
"""

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def flat(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from flat(item)
        else:
            yield item


def main():
    if sys.argv[1:] == ["--list"]:
        suite = unittest.defaultTestLoader.discover(str(HERE), pattern="*_test.py")
        print("\n".join(sorted(test.id() for test in flat(suite))))
        return 0
    suite = unittest.defaultTestLoader.loadTestsFromName(sys.argv[1])
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if not result.wasSuccessful():
        return 1
    if result.skipped:
        print("skipped:", result.skipped[0][1], file=sys.stderr)
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
