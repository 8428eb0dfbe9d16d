"""Asks a second validator, the Rust crate jsonschema by its Python package, about what tenon has judged.

Reads the lines of tests/schema/agree_pairs on standard input; the one argument is that program, which is asked
again where the two differ. A difference is a failure unless it is of a kind in KINDS, which docs/conformance.md
explains. A kind is never taken on trust: with what it speaks of changed, the two must agree. The last line is
the count.
"""

import collections
import json
import math
import subprocess
import sys
from decimal import Decimal

SHOWN = 10


class Literal(Decimal):
    """A number with a fraction or an exponent, as it was written: 1e0 is not 1 everywhere."""

    def __new__(cls, text):
        self = super().__new__(cls, text)
        self.text = text
        return self


def read(line):
    return json.loads(line, parse_float=Literal)


def write(value):
    """json.dumps has no decimals."""
    if isinstance(value, Decimal):
        return value.text if isinstance(value, Literal) else str(value)
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k) + ":" + write(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)


def mapped(value, change):
    """With each number changed, and each object once its members are."""
    if isinstance(value, dict):
        return change({k: mapped(v, change) for k, v in value.items()})
    if isinstance(value, list):
        return [mapped(v, change) for v in value]
    return change(value) if isinstance(value, (int, Decimal)) and not isinstance(value, bool) else value


def nearest_double(x):
    """As a number that a double holds, and an integer as one; what is not 0 stays so."""
    if isinstance(x, dict):
        return x
    near = min(max(float(x), -sys.float_info.max), sys.float_info.max)
    if near == 0 and x != 0:
        near = math.copysign(sys.float_info.min, x)
    return int(near) if near.is_integer() and abs(near) < 2**53 else Decimal(repr(near))


def plain(x):
    """For a validator that knows numbers, and no spellings."""
    return Decimal(x) if isinstance(x, Literal) else x


def plain_integer(x):
    whole = isinstance(x, Decimal) and abs(x) < 2**64 and x == x.to_integral_value()
    return int(x) if whole else x


def without_unevaluated_items(x):
    return {k: v for k, v in x.items() if k != "unevaluatedItems"} if isinstance(x, dict) else x


# Name, drafts, what is changed in the schema and what in the instance.
KINDS = [
    ("integers in draft 4", (4,), None, plain_integer),
    ("digits", (4, 6, 7, 2019, 2020), nearest_double, nearest_double),
    ("contains in 2019-09", (2019,), without_unevaluated_items, None),
]


class Tenon:
    """Judges one pair after the other."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def valid(self, draft, schema, instance):
        line = {"draft": draft, "schema": schema, "tests": [{"instance": instance}]}
        print(write(line), file=self.process.stdin, flush=True)
        answer = read(self.process.stdout.readline())
        return None if answer is None else answer["tests"][0]["valid"]


class Crate:
    """The second validator, with formats as annotations and no way to fetch anything."""

    def __init__(self):
        import jsonschema_rs as rs

        self.classes = {
            4: rs.Draft4Validator,
            6: rs.Draft6Validator,
            7: rs.Draft7Validator,
            2019: rs.Draft201909Validator,
            2020: rs.Draft202012Validator,
        }

    def compiled(self, draft, schema):
        """A ValueError says why not."""
        return self.classes[draft](mapped(schema, plain), validate_formats=False, offline=True)

    def valid(self, draft, schema, instance):
        try:
            return self.compiled(draft, schema).is_valid(mapped(instance, plain))
        except ValueError as refusal:
            return f"refused: {refusal}"


def kind_of(one, other, draft, schema, instance):
    """The name of the kind that a difference is of."""
    for name, drafts, schema_change, instance_change in KINDS:
        if draft not in drafts:
            continue
        changed = mapped(schema, schema_change) if schema_change else schema
        value = mapped(instance, instance_change) if instance_change else instance
        if write([changed, value]) == write([schema, instance]):
            continue
        if one.valid(draft, changed, value) == other.valid(draft, changed, value):
            return name
    return None


def show(draft, schema, instance, valid, said):
    print(f"draft {draft}: tenon says {valid}, the crate {said}")
    print(f"  schema   {write(schema)}\n  instance {write(instance)}")


def main(program):
    tenon, crate = Tenon(program), Crate()
    agreed, explained = collections.Counter(), collections.Counter()
    refused, failed = {}, 0
    for line in map(read, sys.stdin):
        if "refused" in line:
            refused = line["refused"]
            continue
        draft, schema = line["draft"], line["schema"]
        if line["endless"]:
            explained["endless"] += len(line["tests"])
            continue
        try:
            validator = crate.compiled(draft, schema)
        except ValueError as refusal:
            failed += 1
            show(draft, schema, None, "that it compiles", f"refused: {refusal}")
            continue
        for test in line["tests"]:
            said = validator.is_valid(mapped(test["instance"], plain))
            if said == test["valid"]:
                agreed[draft, said] += 1
                continue
            kind = kind_of(tenon, crate, draft, schema, test["instance"])
            if kind:
                explained[kind] += 1
                continue
            failed += 1
            if failed <= SHOWN:
                show(draft, schema, test["instance"], test["valid"], said)
    for draft in crate.classes:
        print(f"draft {draft}: both say {agreed[draft, True]} times valid, {agreed[draft, False]} times not")
    for kind, count in explained.items():
        print(f"explained in docs/conformance.md, {kind}: {count}")
    for code, count in refused.items():
        print(f"left out, because tenon refuses it with {code}: {count}")
    total = sum(agreed.values())
    print(f"{total} passed, {failed} failed")
    return 0 if total and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
