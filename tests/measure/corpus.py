#!/usr/bin/env python3
"""Reads a corpus of malformed JSON taken out of other projects' tests and compares with what these projects make of it.

For each source and mode: the same as the reference, refused where it gives a value, another value, a value where it
refuses. --verbose lists each difference under its kind. The references disagree among each other, and some of what
they do is what tenon must not do, so that "the same" is no score; every kind of difference has to have a reason.

How a case is read: with its schema at `coerce`, if it has one; else at `syntax`. Where the reference completes what
was cut off (the modes partial …), so does tenon. Exit status: 0, or 2 for a wrong use.
"""

import argparse
import collections
import json
import os
import pathlib
import sys

import readers
from document import Literal, canonical, parse, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTHING = object()  # the reference's outcome cannot be said as JSON
EXCERPT = 110


def outcome_of(case):
    """What the reference gives: a value, None for a refusal, or NOTHING."""
    if "trailing-strings" in case:  # of its two ways the one that keeps the text that was cut
        said = case["trailing-strings"]
        return ("value", said["value"]) if "value" in said else None
    if case.get("expected_empty") or "error" in case:
        return None
    if "expected" in case:
        return ("value", case["expected"])
    if "expected_text" in case:
        try:
            return ("value", parse(case["expected_text"]))
        except ValueError:
            return None
    return NOTHING


def text_of(case):
    return case["input"] if "input" in case else write(case["input_value"])


def question_of(case):
    question = {"text": text_of(case), "level": "coerce" if case.get("schema") is not None else "syntax"}
    if case["mode"].startswith("partial"):
        question["complete"] = True
    return question


def kind_of(value):
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((Literal, "number"), (str, "text"), (dict, "object"), (list, "list")):
        if isinstance(value, kind):
            return name
    return "null"


def difference(wanted, got):
    """In words: the first place, in the order of the text, where two unequal values differ."""
    if kind_of(wanted) != kind_of(got):
        return f"{kind_of(got)} in the place of {kind_of(wanted)}"
    if isinstance(wanted, dict):
        for name, value in wanted.items():
            if name not in got:
                return "a member less"
            if canonical(value) != canonical(got[name]):
                return difference(value, got[name])
        return "a member more"
    if isinstance(wanted, list):
        for one, other in zip(wanted, got):
            if canonical(one) != canonical(other):
                return difference(one, other)
        return "fewer items" if len(got) < len(wanted) else "more items"
    return f"another {kind_of(wanted)}"


def compare(case, answer):
    """(outcome, kind): same, refused, different, ours, or out of the comparison."""
    wanted = outcome_of(case)
    if wanted is NOTHING:
        return "apart", "the reference gives what JSON cannot say"
    if "x-alias" in json.dumps(case.get("schema")):
        return "apart", "names that only the reference's own types know"
    if answer.refused is not None and answer.refused.startswith("invalid_argument"):
        return "apart", "the schema is none"
    if answer.refused is not None:
        return ("same", "") if wanted is None else ("refused", answer.refused)
    if wanted is None:
        return "ours", "+".join(answer.rules) or "as it came"
    if answer.canonical == canonical(wanted[1]):
        return "same", ""
    return "different", difference(wanted[1], answer.value)


def ask(program, cases):
    questions = [(write(case.get("schema")), question_of(case)) for case in cases]
    return readers.ask(readers.Reader("tenon", [program]), questions)


def load(folder, sources):
    cases = []
    for path in sorted(pathlib.Path(folder).glob("*.jsonl")):
        if sources and path.stem not in sources:
            continue
        for line in path.read_text("utf-8").splitlines():
            case = json.loads(line, parse_float=Literal, parse_int=Literal)
            cases.append({**case, "file": path.stem})
    return cases


def print_table(cases, found):
    columns = ("same", "refused", "different", "ours", "apart")
    titles = ("same", "refused", "different", "only ours", "apart")
    rows = collections.defaultdict(collections.Counter)
    for case, (outcome, _) in zip(cases, found):
        rows[case["file"], case["mode"]][outcome] += 1
    print(f"{'source':<24}{'mode':<22}{'cases':>6}" + "".join(f"{title:>11}" for title in titles))
    for (file, mode), row in [*rows.items(), (("all", ""), sum(rows.values(), collections.Counter()))]:
        print(f"{file:<24}{mode:<22}{sum(row.values()):>6}" + "".join(f"{row[column]:>11}" for column in columns))


def excerpt(text):
    return text if len(text) <= EXCERPT else text[:EXCERPT] + "…"


def print_differences(cases, answers, found):
    groups = collections.defaultdict(list)
    for case, answer, (outcome, kind) in zip(cases, answers, found):
        if outcome not in ("same", "apart"):
            groups[outcome, kind].append((case, answer))
    for (outcome, kind), members in sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]))):
        print(f"\n{outcome}: {kind} ({len(members)})")
        for case, answer in members:
            wanted = outcome_of(case)
            print(f"  {case['id']}  {excerpt(json.dumps(text_of(case), ensure_ascii=False))}")
            print(f"      reference: {excerpt(canonical(wanted[1])) if wanted else 'refuses'}")
            print(f"      tenon:     {excerpt(answer.canonical or answer.refused)}  {' '.join(answer.rules)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verbose", action="store_true", help="also list each difference under its kind")
    parser.add_argument("--tenon", help=argparse.SUPPRESS)
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help="files of the corpus, without .jsonl; all by default")
    args = parser.parse_args()
    if not args.tenon:
        sys.exit("corpus: run it as script/corpus")
    folder = pathlib.Path(os.environ.get("TENON_TEST_DATA", ROOT / ".." / "shared" / "data")) / "json-repair-corpus"
    cases = load(folder, args.sources)
    if not cases:
        print(f"corpus: there is nothing to read in {folder}", file=sys.stderr)
        return 2
    answers = ask(args.tenon, cases)
    found = [compare(case, answer) for case, answer in zip(cases, answers)]
    print_table(cases, found)
    if args.verbose:
        print_differences(cases, answers, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
