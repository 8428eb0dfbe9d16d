"""script/score-reports: what counts as equal, and what is said of values that are not."""

import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def script():
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("score_reports", str(ROOT / "script" / "score-reports"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("score_reports", loader))
    loader.exec_module(module)
    return module


class Differences(unittest.TestCase):
    def test_each_place_that_differs_is_told_with_both_values(self):
        differences = script().differences
        for left, right, expected in [
            ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, []),
            ({"a": [1, 2]}, {"a": [1, 3]}, [("/a/1", 2, 3)]),
            ({"a": 1, "b": "x"}, {"a": 2, "b": "y"}, [("/a", 1, 2), ("/b", "x", "y")]),
            ({"a": [1]}, {"a": [1, 2]}, [("/a", [1], [1, 2])]),
            ({"a": 1}, {"b": 1}, [("/", {"a": 1}, {"b": 1})]),
            ({"a": 1}, None, [("/", {"a": 1}, None)]),
            ([True], [1], [("/0", True, 1)]),
        ]:
            with self.subTest(left=left, right=right):
                self.assertEqual(differences(left, right), expected)


if __name__ == "__main__":
    unittest.main()
