"""script/lib/results.py: what ctest's JUnit file says became of each test."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parents[1] / "script" / "lib" / "results.py"


def run(file):
    return subprocess.run([sys.executable, "-B", PROGRAM, file], capture_output=True, text=True, check=False)


class Results(unittest.TestCase):
    def test_the_last_line_is_the_count_and_a_failure_is_a_status(self):
        done = run(HERE / "fixtures" / "tests.xml")
        self.assertEqual(done.stdout.splitlines()[-1], "3 passed, 2 failed, 2 skipped")
        self.assertEqual(done.returncode, 1)

    def test_a_failure_is_named_with_the_end_of_its_output(self):
        done = run(HERE / "fixtures" / "tests.xml")
        self.assertIn("failed: reply.Reply.S2_27_a_think_block_is_left_out_X_03", done.stdout)
        self.assertIn("    expected a value, found a think block", done.stdout)
        self.assertNotIn("fine", done.stdout)

    def test_a_program_that_is_not_there_has_failed_and_is_not_skipped(self):
        self.assertIn("failed: install.outside", run(HERE / "fixtures" / "tests.xml").stdout)

    def test_no_test_at_all_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "none.xml")
            file.write_text("<testsuite/>")
            done = run(file)
        self.assertEqual((done.stdout, done.returncode), ("0 passed, 0 failed\n", 1))


if __name__ == "__main__":
    unittest.main()
