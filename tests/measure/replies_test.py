"""What is kept of a call, and what the levels made of a reply, on replies that no model wrote."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import replies
from readers import Answer

NO = Answer(refused="not_json unexpected_byte", message="no")
FITS = Answer(canonical="1", rules=("markdown_fence",))


class Recording(unittest.TestCase):
    def test_of_a_call_the_first_attempt_is_kept(self):
        account = {"attempts": [{"reply": "x", "finish": "stop", "fault": "not_json", "usage": {}}]}
        self.assertEqual(replies.record_of(account)["reply"], "x")
        self.assertEqual(replies.record_of({"attempts": []})["reply"], "")

    def test_a_report_without_a_recorded_text_is_counted_by_what_became_of_it(self):
        with tempfile.TemporaryDirectory() as folder:
            into = pathlib.Path(folder)
            (into / "local-m").mkdir()
            for name, reply, fault in (("a", "{}", None), ("b", "", "context_too_long")):
                kept = {"id": name, "reply": reply, "finish": "stop", "fault": fault}
                (into / "local-m" / f"{name}.json").write_text(json.dumps(kept), "utf-8")
            texts, others = replies.recorded(into, "local:m", [{"id": name} for name in "abc"])
            self.assertEqual([kept["id"] for kept in texts], ["a"])
            self.assertEqual(dict(others), {"context_too_long": 1, "not recorded": 1})


class Levels(unittest.TestCase):
    def test_a_value_that_does_not_fit_is_told_from_a_text_that_cannot_be_read(self):
        self.assertEqual(replies.state_of(Answer(canonical="1")), "fits")
        self.assertEqual(replies.state_of(Answer(refused="schema_invalid type")), "does not fit")
        self.assertEqual(replies.state_of(NO), "not_json")

    def test_a_level_may_read_more_than_the_one_below_and_never_another_value(self):
        self.assertEqual(replies.contradictions([NO, NO, FITS, FITS, FITS]), [])
        self.assertEqual(replies.contradictions([NO, FITS, Answer(canonical="2"), FITS, FITS]), ["wrapper", "syntax"])
        self.assertEqual(replies.contradictions([NO, FITS, NO, FITS, FITS]), ["wrapper"])

    def test_what_no_level_reads_is_named(self):
        text = {"id": "r1", "reply": "?", "finish": "length"}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertTrue(replies.print_model("m", [text], {}, [[NO] * 5]))
        self.assertIn("left: r1 (length): no", out.getvalue())


if __name__ == "__main__":
    unittest.main()
