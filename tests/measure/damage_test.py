"""The kinds of damage, the groups of damaged texts, and the comparing of values."""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import damage
import plan
import readers
import sample
from document import Document, Literal, Numbers, canonical, parse

VALUE = parse(r'''{"name": "Ann's \"x\"", "tags": ["red apple", "b c"], "n": {"a": 1200, "b": 0.5, "ok": true, "z": null},
                   "text": "a\nb", "path": "C:\\Windows", "empty": []}''')


def instance(value=VALUE, name="i"):
    return sample.Instance(name, "true", value, canonical(value))


def damage_all(seeds=20):
    """Every kind in both layouts, by several seeds: (kind, document)."""
    for kind in damage.KINDS:
        for seed in range(seeds):
            doc = Document(VALUE, pretty=seed % 2 == 0)
            if kind.apply(doc, Numbers(kind.name, seed)):
                yield kind, doc


class Kinds(unittest.TestCase):
    def test_every_kind_can_be_done_to_a_rich_document(self):
        self.assertEqual({kind.name for kind, _ in damage_all()}, set(damage.BY_NAME))

    def test_what_is_done_breaks_the_document(self):
        for kind, doc in damage_all():
            with self.subTest(kind=kind.name, text=doc.text()), self.assertRaises(ValueError):
                parse(doc.text())

    def test_only_a_cut_loses_what_was_said(self):
        self.assertEqual({kind.name for kind, doc in damage_all() if doc.loses_data()}, {"cut_off"})

    def test_the_same_seed_does_the_same(self):
        self.assertEqual([d.text() for _, d in damage_all(3)], [d.text() for _, d in damage_all(3)])

    def test_the_numbers_are_those_of_the_published_generator(self):
        numbers = Numbers()  # SplitMix64 from 0
        self.assertEqual([numbers.next(), numbers.next()], [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4])

    def test_kinds_of_one_group_are_never_laid_over_each_other(self):
        for seed in range(200):
            kinds = damage.draw("single_quotes", 3, Numbers(seed))
            groups = [kind.group for kind in kinds if kind.group]
            self.assertEqual(len(groups), len(set(groups)))
            self.assertEqual(len({kind.name for kind in kinds}), 3)

    def test_each_does_what_its_line_says(self):
        for name, before, after in [
            ("single_quotes", {"a": "b"}, "{'a': 'b'}"),
            ("smart_quotes", {"a": "b"}, "{“a”: “b”}"),
            ("bare_names", {"a": "b"}, '{a: "b"}'),
            ("bare_text", {"a": "be"}, '{"a": be}'),
            ("missing_comma", ["a", "b"], '["a" "b"]'),
            ("doubled_comma", ["a", "b"], '["a",, "b"]'),
            ("trailing_comma", ["a"], '["a",]'),
            ("missing_colon", {"a": "b"}, '{"a" "b"}'),
            ("python_words", [True, False, None], "[True, False, None]"),
            ("upper_words", [True, False, None], "[TRUE, FALSE, NULL]"),
            ("inner_quotes", ['say "hi"'], '["say "hi""]'),
            ("raw_control", ["a\nb\\n"], '["a\nb\\\\n"]'),
            ("escaped_apostrophe", ["it's"], '["it\\\'s"]'),
            ("single_backslash", ["C:\\Windows"], '["C:\\Windows"]'),
            ("missing_closers", ["a"], '["a"'),
            ("mismatched_closer", ["a"], '["a"}'),
            ("missing_opener", ["a"], '"a"]'),
            ("double_braces", {"a": "b"}, '{{"a": "b"}}'),
            ("escaped_document", {"a": 'x"'}, '{\\"a\\": \\"x\\\\\\"\\"}'),
            ("said_twice", ["a"], '["a"]\n\n["a"]'),
            ("byte_order_mark", ["a"], '\ufeff["a"]'),
        ]:
            with self.subTest(kind=name):
                doc = Document(before, pretty=False)
                self.assertTrue(damage.BY_NAME[name].apply(doc, Numbers(1)))
                self.assertEqual(doc.text(), after)

    def test_a_text_loses_its_end_quote_only_where_its_line_ends(self):
        apply = damage.BY_NAME["missing_end_quote"].apply
        line, lines = Document({"a": "be", "c": 1}, pretty=False), Document({"a": "be", "c": 1}, pretty=True)
        self.assertFalse(apply(line, Numbers(1)))
        self.assertTrue(apply(lines, Numbers(1)))
        self.assertEqual(lines.text(), '{\n  "a": "be,\n  "c": 1\n}')

    def test_a_backslash_before_an_escape_stays_doubled(self):
        doc = Document(["C:\\new"], pretty=False)
        self.assertFalse(damage.BY_NAME["single_backslash"].apply(doc, Numbers(1)))

    def test_number_forms_are_the_same_number(self):
        for text in ("1200", "0.5", "-0.25", "7"):
            for seed in range(20):
                doc = Document([Literal(text)], pretty=False)
                damage.BY_NAME["number_form"].apply(doc, Numbers(seed))
                written = doc.text()[1:-1]
                value = int(written, 16) if "x" in written else float(written.replace("_", ""))
                self.assertEqual(value, float(text), written)


class Groups(unittest.TestCase):
    def group(self, value, kind, seed=1):
        return plan.damaged(instance(value), kind, 1, seed).group

    def test_missing_brackets_lose_nothing(self):
        self.assertEqual(self.group({"a": {"b": 1}}, "missing_closers"), "damaged")

    def test_a_cut_within_the_data_and_an_ellipsis_are_lost(self):
        self.assertEqual({self.group(VALUE, "cut_off", seed) for seed in range(9)}, {"lost"})
        self.assertEqual(self.group(VALUE, "ellipsis"), "lost")

    def test_a_text_that_is_still_json_is_in_a_group_of_its_own(self):
        self.assertEqual(self.group(['", "'], "inner_quotes"), "valid")

    def test_an_outcome_is_right_only_with_the_same_value(self):
        text = plan.damaged(instance(), "fence", 1, 1)
        self.assertEqual(plan.outcome(text, readers.Answer(canonical=canonical(VALUE))), "right")
        self.assertEqual(plan.outcome(text, readers.Answer(canonical="{}")), "wrong")
        self.assertEqual(plan.outcome(text, readers.Answer(refused="not_json")), "refused")


class Values(unittest.TestCase):
    def test_numbers_are_equal_by_value_and_nothing_else_is_a_number(self):
        self.assertEqual(canonical(parse("[1.0, 100, 5e-1, -0]")), canonical(parse("[1, 1e2, 0.5, 0]")))
        self.assertEqual(canonical(parse("[1]")), canonical([1.0]))
        for one, other in (("1", "true"), ("0", "false"), ("0", "null"), ("1", '"1"')):
            self.assertNotEqual(canonical(parse(one)), canonical(parse(other)))

    def test_large_numbers_keep_their_digits(self):
        self.assertNotEqual(canonical(parse("18446744073709551616")), canonical(parse("18446744073709551617")))

    def test_members_have_no_order_and_items_have(self):
        self.assertEqual(canonical(parse('{"a":1,"b":2}')), canonical(parse('{"b":2,"a":1}')))
        self.assertNotEqual(canonical(parse("[1,2]")), canonical(parse("[2,1]")))

    def test_what_json_does_not_know_is_not_parsed(self):
        for text in ("NaN", '{"a":1,"a":2}', "[1,]"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                parse(text)


class Readers(unittest.TestCase):
    ECHO = "import json, sys\nfor l in sys.stdin:\n  a = json.loads(l)\n  if 'text' in a: print(json.dumps({'value': a['text']}), flush=True)"

    def test_each_text_has_an_answer_in_its_place(self):
        echo = readers.Reader("echo", [sys.executable, "-c", self.ECHO])
        answers = readers.ask(echo, [("true", "a"), ("true", "b"), ("false", "ü")])
        self.assertEqual([a.canonical for a in answers], [json.dumps(t) for t in "abü"])

    def test_a_reader_that_dies_is_started_again_behind_the_text(self):
        dying = self.ECHO.replace("  if 'text'", "  if a.get('text') == 'x': sys.exit(1)\n  if 'text'")
        answers = readers.ask(readers.Reader("dying", [sys.executable, "-c", dying]), [("true", t) for t in "axb"])
        self.assertEqual([a.canonical or a.refused for a in answers], ['"a"', "crashed", '"b"'])

    def test_a_program_that_cannot_run_is_missing(self):
        broken = readers.Reader("broken", [sys.executable, "-c", "raise SystemExit('no such package')"])
        with self.assertRaisesRegex(RuntimeError, "no such package"):
            readers.ask(broken, [("true", "a")])


if __name__ == "__main__":
    unittest.main()
