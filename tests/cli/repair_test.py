"""tenon repair: the value in a text, and an account of what it took to read it."""

import json

from support import Case, tenon

SCHEMA = "name, age int"


class Repair(Case):
    def test_a_valid_text_is_not_touched_and_nothing_is_said(self):
        ended = tenon("repair", "--schema", SCHEMA, stdin='{"name": "Ada", "age": 36}')
        self.assertEqual((ended.status, ended.value(), ended.err), (0, {"name": "Ada", "age": 36}, ""))

    def test_broken_json_is_mended_and_each_repair_is_a_line_with_its_place(self):
        ended = tenon("repair", "--schema", SCHEMA, stdin="Sure:\n{'name': 'Ada', age: \"36\",}")
        self.assertEqual((ended.status, ended.value()), (0, {"name": "Ada", "age": 36}))
        for word in ("surrounding_text", "other_quotes", "bare_name", "text_to_number", "trailing_comma", "stdin:2:"):
            self.assertIn(word, ended.err)

    def test_the_ledger_goes_to_a_file_and_shows_before_and_after(self):
        path = self.file("ledger.json", "")
        ended = tenon("repair", "--ledger", path, stdin="{'a': True}")
        self.assertEqual((ended.status, ended.err), (0, ""))
        with open(path, encoding="utf-8") as file:
            ledger = json.load(file)
        literal = [e for e in ledger if e["rule"] == "other_literal"]
        self.assertEqual([(e["before"], e["after"], e["begin"], e["end"]) for e in literal], [("True", "true", 6, 10)])

    def test_json_puts_the_ledger_on_stderr_as_one_object(self):
        ended = tenon("repair", "--json", stdin='{"a": 1,}')
        self.assertEqual([e["rule"] for e in ended.failure()["ledger"]], ["trailing_comma"])

    def test_a_lower_level_refuses_what_a_higher_one_reads(self):
        self.assert_refused(tenon("repair", "--reading", "wrapper", stdin='{"a": 1,}'), 1, "byte 8")

    def test_a_value_that_does_not_fit_is_a_failure(self):
        self.assert_refused(tenon("repair", "--schema", SCHEMA, stdin='{"name": "Ada", "age": "12 kg"}'), 1, "integer")

    def test_two_answers_are_a_failure_that_shows_both(self):
        self.assert_refused(tenon("repair", stdin='{"a": 1} or {"a": 2}'), 1, '{"a": 1}')
        failure = tenon("repair", "--json", stdin='{"a": 1} or {"a": 2}').failure()
        self.assertEqual(failure["kind"], "ambiguous")
        self.assertEqual(len(failure["errors"]), 2)

    def test_a_text_that_was_cut_off_is_a_failure_with_what_was_whole(self):
        failure = tenon("repair", "--json", stdin='{"a": 1, "b": [2, 3').failure()
        self.assertEqual((failure["kind"], failure["partial"]), ("truncated", {"a": 1, "b": [2]}))

    def test_complete_supplies_what_is_missing_and_lists_it(self):
        ended = tenon("repair", "--json", "--complete", stdin='{"a": "x", "b": ["on')
        self.assertEqual(ended.value(), {"a": "x", "b": ["on"]})
        self.assertEqual([e["after"] for e in ended.failure()["ledger"]], ['"', "]", "}"])

    def test_an_empty_text_is_a_failure(self):
        self.assert_refused(tenon("repair", stdin=""), 1, "no text")
