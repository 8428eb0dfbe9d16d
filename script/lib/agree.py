"""Asks a second validator, the Rust crate jsonschema by its Python package, about what tenon has judged.

Reads the lines of tests/schema/agree_pairs on standard input; the one argument is that program, which is asked
again where the two differ. A difference is a failure unless it is of a kind in KINDS, which are explained in
docs/conformance.md. A kind is never taken on trust: with what it speaks of changed, the two must agree.
The last line is the count.
"""

import collections
import json
import subprocess
import sys
from decimal import Decimal

import jsonschema_rs

SHOWN = 10
VALIDATORS = {
    4: jsonschema_rs.Draft4Validator,
    6: jsonschema_rs.Draft6Validator,
    7: jsonschema_rs.Draft7Validator,
    2019: jsonschema_rs.Draft201909Validator,
    2020: jsonschema_rs.Draft202012Validator,
}


def read(line):
    return json.loads(line, parse_float=Decimal)


def write(value):
    """json.dumps has no decimals."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k) + ":" + write(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)


def mapped(value, change):
    """With each number, and each object after its members, changed."""
    if isinstance(value, dict):
        return change({k: mapped(v, change) for k, v in value.items()})
    if isinstance(value, list):
        return [mapped(v, change) for v in value]
    return change(value) if isinstance(value, (int, Decimal)) and not isinstance(value, bool) else value


def nearest_double(x):
    """Small whole numbers too, so that a fraction and an integer are spelt alike."""
    if isinstance(x, dict):
        return x
    near = min(max(float(x), -sys.float_info.max), sys.float_info.max)
    return int(near) if near.is_integer() and abs(near) < 2**53 else Decimal(repr(near))


def plain_integer(x):
    return int(x) if isinstance(x, Decimal) and abs(x) < 2**64 and x == x.to_integral_value() else x


def without_unevaluated_items(x):
    return {k: v for k, v in x.items() if k != "unevaluatedItems"} if isinstance(x, dict) else x


# name, what it needs, what it changes: numbers or objects of the schema, and of the instance
KINDS = [
    ("digits", lambda draft: True, nearest_double, nearest_double),
    ("draft 4 integers", lambda draft: draft == 4, None, plain_integer),
    ("contains in 2019-09", lambda draft: draft == 2019, without_unevaluated_items, None),
]


class Judge:
    """Tenon itself, for one pair after the other."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, draft, schema, instance):
        line = {"draft": draft, "schema": schema, "tests": [{"instance": instance}]}
        print(write(line), file=self.process.stdin, flush=True)
        answer = read(self.process.stdout.readline())
        return None if answer is None else answer["tests"][0]["valid"]


def other(draft, schema, instance):
    try:
        return VALIDATORS[draft](schema, validate_formats=False).is_valid(instance)
    except ValueError as refusal:
        return f"refused: {refusal}"


def kind_of(judge, draft, schema, instance):
    for name, applies, schema_change, instance_change in KINDS:
        if not applies(draft):
            continue
        changed = mapped(schema, schema_change) if schema_change else schema
        value = mapped(instance, instance_change) if instance_change else instance
        if write([changed, value]) == write([schema, instance]):
            continue
        if judge.ask(draft, changed, value) == other(draft, changed, value):
            return name
    return None


def show(draft, schema, instance, valid, said):
    print(f"draft {draft}: tenon says {valid}, the other {said}\n  schema   {write(schema)}\n  instance {write(instance)}")


def main(program):
    judge = Judge(program)
    verdicts = collections.Counter()
    explained = collections.Counter()
    refused = {}
    failed = 0
    for line in map(read, sys.stdin):
        if "refused" in line:
            refused = line["refused"]
            continue
        draft, schema = line["draft"], line["schema"]
        if line["endless"]:
            explained["endless"] += len(line["tests"])
            continue
        try:
            validator = VALIDATORS[draft](schema, validate_formats=False)
        except ValueError as refusal:
            failed += 1
            show(draft, schema, None, "that it compiles", f"refused: {refusal}")
            continue
        for test in line["tests"]:
            instance, valid = test["instance"], test["valid"]
            said = validator.is_valid(instance)
            if said == valid:
                verdicts[draft, valid] += 1
                continue
            kind = kind_of(judge, draft, schema, instance)
            if kind:
                explained[kind] += 1
            else:
                failed += 1
                if failed <= SHOWN:
                    show(draft, schema, instance, valid, said)
    for draft in VALIDATORS:
        print(f"draft {draft}: {verdicts[draft, True]} valid, {verdicts[draft, False]} not")
    for kind, count in explained.items():
        print(f"explained in docs/conformance.md, {kind}: {count}")
    for code, count in refused.items():
        print(f"left out, because tenon refuses it with {code}: {count}")
    agreed = sum(verdicts.values())
    print(f"{agreed} passed, {failed} failed")
    return 0 if agreed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
