"""What script/agree changes before it says that a difference is of a known kind."""

import unittest
from decimal import Decimal

import agree


class Scripted:
    """A validator that says the same of every pair but the listed instances."""

    def __init__(self, said, others=()):
        self.said, self.others = said, others

    def valid(self, draft, schema, instance):
        return self.said != (agree.write(instance) in self.others)


class Agree(unittest.TestCase):
    def test_what_was_read_is_written_again_with_every_digit(self):
        text = '{"a":[1,1.50,1e0,-0.0,2E+1,true,null,"\\u00e9"],"b":12345678901234567890.123}'
        self.assertEqual(agree.write(agree.read(text)), text)

    def test_numbers_become_what_a_double_holds_and_integers_stay_integers(self):
        change = agree.nearest_double
        self.assertEqual(change(Decimal("2.0000000000000000000001")), 2)
        self.assertEqual(change(9007199254740993), Decimal("9007199254740992.0"))
        self.assertEqual(change(Decimal("0.1")), Decimal("0.1"))
        self.assertEqual(change(Decimal("1.0")), 1)
        self.assertGreater(change(Decimal("1e-400")), 0)
        self.assertLess(change(Decimal("-1e-400")), 0)
        self.assertGreater(change(Decimal("1e400")), 10**308)

    def test_an_exponent_is_no_integer_of_draft_4_until_it_is_spelt_as_one(self):
        spelt = agree.read("[-1e0]")
        self.assertEqual(agree.write(agree.mapped(spelt, agree.plain_integer)), "[-1]")
        self.assertIs(type(agree.mapped(spelt, agree.plain)[0]), Decimal)

    def test_only_numbers_and_objects_are_changed_at_any_depth(self):
        deep = {"unevaluatedItems": False, "items": [{"unevaluatedItems": True, "a": True}], "b": "1.0"}
        self.assertEqual(agree.mapped(deep, agree.without_unevaluated_items), {"items": [{"a": True}], "b": "1.0"})
        self.assertEqual(agree.mapped([Decimal("1.0"), {"a": Decimal("2.5")}, True], agree.plain_integer),
                         [1, {"a": Decimal("2.5")}, True])

    def test_a_difference_is_of_a_kind_only_if_it_goes_away_with_what_the_kind_speaks_of(self):
        tenon = Scripted(False)
        other = Scripted(False, others=["1.0"])  # valid, it says
        self.assertEqual(agree.kind_of(tenon, other, 6, {}, Decimal("1.0")), "digits")
        self.assertEqual(agree.kind_of(tenon, other, 4, {}, Decimal("1.0")), "integers in draft 4")
        stubborn = Scripted(True)
        self.assertIsNone(agree.kind_of(tenon, stubborn, 4, {}, Decimal("1.0")))
        self.assertIsNone(agree.kind_of(tenon, stubborn, 2020, {}, "text"))

    def test_a_kind_of_one_draft_explains_nothing_in_another(self):
        one, other = Scripted(False), Scripted(False)
        schema = {"unevaluatedItems": False}
        self.assertEqual(agree.kind_of(one, other, 2019, schema, "text"), "contains in 2019-09")
        self.assertIsNone(agree.kind_of(one, other, 2020, schema, "text"))


if __name__ == "__main__":
    unittest.main()
