""".ci/run in a made-up clone whose parts are stand-ins: what it counts, and how it ends."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("test", "demo", "scripts", "format", "asan", "tidy", "fuzz", "judges", "bench")
FINE = "echo '2 passed, 0 failed'"


class Clone(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in (".ci/run", "script/lib/common.sh"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.write("script/bootstrap", "exit 0")
        self.write("script/requirements", "echo '3 requirements: 3 passed'")

    def write(self, name, body):
        file = self.root / name
        file.write_text(f"#!/usr/bin/env bash\n{body}\n")
        file.chmod(0o755)

    def run_ci(self, commands, *parts):
        """Runs .ci/run; `commands` maps the first word of a part's command to a stand-in."""
        cases = "".join(f"  {word}) {body} ;;\n" for word, body in commands.items())
        self.write(".ci/parts", f'case "$1" in\n{cases}  *) {FINE} ;;\nesac')
        done = subprocess.run(["bash", ".ci/run", *parts], cwd=self.root, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)  # fmt: skip
        return done.stdout.splitlines(), done.returncode

    def test_the_last_line_is_the_sum_over_all_parts(self):
        lines, status = self.run_ci({"script/test": "echo '40 passed, 0 failed, 3 skipped'"})
        self.assertEqual((lines[-1], status), (f"{40 + 2 * (len(PARTS) - 1)} passed, 0 failed, 3 skipped", 0))
        self.assertEqual([line.split()[0] for line in lines[:len(PARTS)]], list(PARTS))

    def test_without_skipped_tests_the_last_line_has_two_numbers(self):
        lines, _ = self.run_ci({})
        self.assertRegex(lines[-1], re.compile(r"^\d+ passed, \d+ failed$"))

    def test_a_failed_test_is_a_status_and_shows_its_output_and_the_rest_still_runs(self):
        lines, status = self.run_ci({"script/test": "echo 'failed: a.b'; echo '1 passed, 1 failed'; exit 1"})
        self.assertEqual(status, 1)
        self.assertIn("    failed: a.b", lines)
        self.assertEqual(lines[-1], f"{1 + 2 * (len(PARTS) - 1)} passed, 1 failed")

    def test_a_part_that_dies_before_it_counts_is_one_failure(self):
        lines, status = self.run_ci({"fuzz": "echo crash; exit 77"}, "fuzz")
        self.assertEqual((lines[-1], status), ("0 passed, 1 failed", 1))
        self.assertIn("    crash", lines)

    def test_a_part_that_counts_no_failure_and_ends_badly_is_one_failure(self):
        lines, status = self.run_ci({"bench": FINE + "; exit 3"}, "bench")
        self.assertEqual((lines[-1], status), ("2 passed, 1 failed", 1))

    def test_a_part_that_ran_nothing_is_one_failure(self):
        lines, status = self.run_ci({"format": "echo '0 passed, 0 failed'"}, "format")
        self.assertEqual((lines[-1], status), ("0 passed, 1 failed", 1))

    def test_a_part_that_was_only_skipped_is_no_failure(self):
        lines, status = self.run_ci({"bench": "echo '0 passed, 0 failed, 2 skipped'"}, "format", "bench")
        self.assertEqual((lines[-1], status), ("2 passed, 0 failed, 2 skipped", 0))

    def test_without_its_dependencies_nothing_runs_and_that_is_a_failure(self):
        self.write("script/bootstrap", "exit 1")
        lines, status = self.run_ci({})
        self.assertEqual((lines, status), (["0 passed, 1 failed"], 1))


if __name__ == "__main__":
    unittest.main()
