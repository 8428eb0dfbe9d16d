#!/usr/bin/env python3
"""Damages valid JSON in known ways and counts what readers make of it. script/mutate builds and fetches what it needs.

For each kind of damage and each number of kinds at once it prints, reader by reader: recovered, refused, silently
wrong. A reader is not asked about instances that it does not give back undamaged: those are beyond it for another
reason. What the damage itself made unreadable, or left valid, is counted apart (plan.py says how).

Exit status: 0 if tenon is nowhere silently wrong, 1 if it is, 2 for a wrong use.
"""

import argparse
import collections
import json
import os
import pathlib
import sys

import damage
import plan
import readers
import sample

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = 20261
PEERS = pathlib.Path(__file__).resolve().parent / "peers"


def folder_of_data():
    return pathlib.Path(os.environ.get("TENON_TEST_DATA", ROOT / ".." / "shared" / "data")) / "jsonschemabench"


def readers_of(args):
    found = [
        readers.Reader("tenon", [args.tenon, "coerce"], ours=True),
        readers.Reader("tenon, no schema", [args.tenon, "syntax"], ours=True, with_schema=False),
    ]
    if args.wheels:
        script = [sys.executable, "-I", str(PEERS / "read_json_repair.py"), args.wheels]
        found.append(readers.Reader("json_repair", script, with_schema=False))
        found.append(readers.Reader("json_repair, schema", [*script, "schema"]))
    if args.node and args.packages:
        for name, script in (("jsonrepair", "read_jsonrepair.mjs"), ("BAML", "read_baml.mjs")):
            command = [args.node, str(PEERS / script), args.packages]
            found.append(readers.Reader(name, command, with_schema=name == "BAML"))
    return found


def controlled(reader, texts, seed):
    """The names of the instances that the reader gives back undamaged."""
    instances = list({text.instance.name: text.instance for text in texts}.values())
    answers = readers.ask(reader, [(i.schema, plan.whole(i, seed)) for i in instances])
    return {i.name for i, answer in zip(instances, answers) if answer.canonical == i.canonical}


def run(reader, texts, seed):
    """(text, answer) for each text that the reader can be asked about."""
    able = controlled(reader, texts, seed)
    asked = sorted((t for t in texts if t.instance.name in able), key=lambda t: t.instance.name)
    answers = readers.ask(reader, [(t.instance.schema, t.text) for t in asked])
    return list(zip(asked, answers))


def count(results, group):
    """Counts by (kind, k): {"right", "refused", "wrong"}."""
    cells = collections.defaultdict(collections.Counter)
    for text, answer in results:
        if text.group == group:
            cells[text.kind, text.k][plan.outcome(text, answer)] += 1
    return cells


def cell_of(counter):
    if not sum(counter.values()):
        return "-"
    return f"{counter['right']} {counter['refused']} {counter['wrong']}"


def print_table(title, results, group, kinds, ks):
    print(f"\n{title}")
    tables = {reader: count(found, group) for reader, found in results.items()}
    width = max(18, *(len(name) + 2 for name in results))
    for k in ks:
        rows = [kind for kind in kinds if any(sum(t[kind, k].values()) for t in tables.values())]
        if not rows:
            continue
        print(f"\n{f'k = {k}':<22}" + "".join(f"{name:>{width}}" for name in results))
        for kind in rows:
            print(f"{kind:<22}" + "".join(f"{cell_of(t[kind, k]):>{width}}" for t in tables.values()))
        sums = [sum((t[kind, k] for kind in rows), collections.Counter()) for t in tables.values()]
        print(f"{'all':<22}" + "".join(f"{cell_of(s):>{width}}" for s in sums))


def print_details(results):
    """Of tenon alone: why it refused, and every silently wrong value."""
    for name, found in results.items():
        refusals = collections.Counter()
        for text, answer in found:
            if plan.outcome(text, answer) == "refused" and text.group == "damaged":
                refusals["+".join(text.kinds) if text.k == 1 else f"k = {text.k}", answer.refused] += 1
        print(f"\n{name}: refused\n" + "\n".join(f"  {n:5} {kind}: {why}" for (kind, why), n in refusals.most_common()))


def record(path, results):
    """Every text that was not read as it should be, one JSON object a line."""
    with open(path, "w", encoding="utf-8") as file:
        for name, found in results.items():
            for text, answer in found:
                got = plan.outcome(text, answer)
                if got == ("refused" if text.group == "lost" else "right"):
                    continue
                line = {"reader": name, "outcome": got, "group": text.group, "kinds": text.kinds, "instance": text.instance.name,
                        "text": text.text, "wanted": text.instance.canonical, "got": answer.canonical,
                        "refused": answer.refused, "rules": answer.rules, "schema": json.loads(text.instance.schema)}  # fmt: skip
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=100, help="texts for each kind and k (default 100)")
    parser.add_argument("--sample", type=int, default=3000, help="instances to draw from (default 3000)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the sample and the damage (default {SEED})")
    parser.add_argument("--most", type=int, default=3, help="kinds laid over each other (default 3)")
    parser.add_argument("--kinds", nargs="+", choices=damage.BY_NAME, default=list(damage.BY_NAME), metavar="KIND")
    parser.add_argument("--list-kinds", action="store_true", help="say what the kinds are, and do nothing")
    parser.add_argument("--verbose", action="store_true", help="also why tenon refused what it refused")
    parser.add_argument("--record", metavar="FILE", help="write each text that was read wrongly, or not, as a line of JSON")
    for name in ("tenon", "wheels", "node", "packages"):  # where script/mutate has put them
        parser.add_argument(f"--{name}", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    args = arguments()
    if args.list_kinds:
        for kind in damage.KINDS:
            print(f"{kind.name:<22}{kind.what}")
        return 0
    if not args.tenon:
        sys.exit("mutate: run it as script/mutate")
    data = folder_of_data()
    if not data.is_dir():
        sys.exit(f"mutate: there is no folder {data}: set TENON_TEST_DATA to the one that has jsonschemabench")
    instances = sample.take(data, args.sample, args.seed)
    ks = range(1, args.most + 1)
    texts = [t for kind in args.kinds for k in ks for t in plan.cell(instances, kind, k, args.each, args.seed)]
    groups = collections.Counter(t.group for t in texts)
    print(f"{len(instances)} instances, {len(texts)} texts, seed {args.seed}: {groups['damaged']} damaged, "
          f"{groups['lost']} with something lost, {groups['valid']} still valid and left out")  # fmt: skip
    results = {}
    for reader in readers_of(args):
        try:
            results[reader.name] = run(reader, [t for t in texts if t.group != "valid"], args.seed)
        except (OSError, RuntimeError) as error:
            print(f"missing: {reader.name}: {error}")
    print_table("damaged: recovered, refused, silently wrong", results, "damaged", args.kinds, ks)
    print_table("lost: the original guessed, refused, silently wrong", results, "lost", args.kinds, ks)
    ours = {name: found for name, found in results.items() if name.startswith("tenon")}
    if args.verbose:
        print_details(ours)
    if args.record:
        record(args.record, results)
    if not ours:
        return 2
    return int(any(plan.outcome(t, a) == "wrong" for found in ours.values() for t, a in found))


if __name__ == "__main__":
    sys.exit(main())
