"""What the corpus says is the reference's outcome, and how a difference to it is named."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import corpus
from document import canonical, parse
from readers import Answer


def gives(text):
    value = parse(text)
    return Answer(canonical=canonical(value), value=value)


def compared(case, answer):
    return corpus.compare({"mode": "repair", "input": "", **case}, answer)


class Outcomes(unittest.TestCase):
    def test_the_same_value_is_the_same_and_so_is_a_common_refusal(self):
        self.assertEqual(compared({"expected": parse("[1.0]")}, gives("[1]"))[0], "same")
        self.assertEqual(compared({"error": "no"}, Answer(refused="not_json"))[0], "same")

    def test_a_refusal_a_difference_and_a_value_of_our_own_are_told_apart(self):
        self.assertEqual(compared({"expected": []}, Answer(refused="not_json x")), ("refused", "not_json x"))
        self.assertEqual(compared({"expected": []}, gives("{}"))[0], "different")
        self.assertEqual(compared({"error": "no"}, gives("{}"))[0], "ours")

    def test_a_text_that_is_no_json_is_a_refusal_of_the_reference(self):
        self.assertEqual(compared({"expected_text": ""}, Answer(refused="empty_reply"))[0], "same")
        self.assertEqual(compared({"expected_text": "[1]"}, gives("[1]"))[0], "same")

    def test_what_json_cannot_say_is_left_apart(self):
        self.assertEqual(compared({"expected_nonfinite": "Infinity"}, gives("1"))[0], "apart")

    def test_of_two_ways_to_treat_a_cut_text_the_one_that_keeps_it_is_compared(self):
        case = {"on": {"value": {}}, "trailing-strings": {"value": {"a": "b"}}}
        self.assertEqual(compared(case, gives('{"a":"b"}'))[0], "same")

    def test_a_cut_text_is_completed_only_where_the_reference_does_so(self):
        self.assertTrue(corpus.question_of({"mode": "partial", "input": "["})["complete"])
        self.assertNotIn("complete", corpus.question_of({"mode": "repair", "input": "["}))

    def test_a_case_with_a_schema_is_coerced(self):
        self.assertEqual(corpus.question_of({"mode": "schema_repair", "input": "", "schema": {}})["level"], "coerce")
        self.assertEqual(corpus.question_of({"mode": "repair", "input": ""})["level"], "syntax")


class Differences(unittest.TestCase):
    def test_a_difference_is_named_by_the_first_place(self):
        for wanted, got, words in [
            ("1", '"1"', "text in the place of number"),
            ("[1]", "[1,2]", "more items"),
            ("[1,2]", "[1]", "fewer items"),
            ('{"a":1}', "{}", "a member less"),
            ("{}", '{"a":1}', "a member more"),
            ('{"a":["x"]}', '{"a":["y"]}', "another text"),
            ("true", "false", "another boolean"),
            ("true", "1", "number in the place of boolean"),
        ]:
            with self.subTest(wanted=wanted, got=got):
                self.assertEqual(corpus.difference(parse(wanted), parse(got)), words)


if __name__ == "__main__":
    unittest.main()
