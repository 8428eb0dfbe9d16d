#!/usr/bin/env python3
"""Records what small models write to real incident reports in prompt mode, and says how much of it each reading level
reads. script/record-replies builds what it needs.

A reply is recorded once: one call, one attempt, no correction, kept as a file in a folder outside the clone (replies
quote the reports, which have licences of their own). Interrupted, it goes on where it stopped. Reading what is recorded
needs no model and takes no time.

Exit status: 0; 1 if a reading level reads another value than the one below it; 2 for a wrong use.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import readers

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEVELS = ["strict", "clean", "wrapper", "syntax", "coerce"]
MODELS = ["local:qwen2.5-coder-0.5b", "local:qwen2.5-coder-1.5b"]
SHAPE = "IncidentExtraction"


def folder_of_data():
    return pathlib.Path(os.environ.get("TENON_TEST_DATA", ROOT / ".." / "shared" / "data")) / "incidents"


def reports(folder, only, most):
    found = [json.loads(line) for line in (folder / "index.jsonl").read_text("utf-8").splitlines()]
    found = [report for report in found if not only or report["id"] in only]
    return found[:most]


def calls(program, model, files, seconds, end):
    """The account of each call as it is made. One process for all: what their prompts share is evaluated once."""
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "reports.jsonl"
        lines.touch()
        command = [program, "extract", "--type", SHAPE, "--model", model, "--mode", "prompt", "--attempts", "1",
                   "--timeout", str(seconds), "--quiet", "--output", "/dev/null", "--report", str(lines), *map(str, files)]  # fmt: skip
        with subprocess.Popen(command, stderr=subprocess.PIPE) as running, lines.open(encoding="utf-8") as reports:
            part, last = "", False
            while True:
                part += reports.readline()
                if part.endswith("\n"):
                    line, part = json.loads(part), ""
                    yield line["input"], line["report"]
                elif last:
                    break
                else:
                    last = running.poll() is not None
                    time.sleep(0 if last else 0.2)
            end.append(running.stderr.read().decode("utf-8", "replace").strip()[-300:])


def record_of(account):
    """What is kept of a call. A reply that was stopped half way is none to judge reading by: `finish` tells."""
    attempts = account.get("attempts") or [{}]
    first = attempts[0]
    return {"reply": first.get("reply") or "", "finish": first.get("finish"), "fault": first.get("fault"), "usage": first.get("usage")}


def record(program, model, chosen, folder, into, seconds):
    target = into / model.replace(":", "-")
    target.mkdir(parents=True, exist_ok=True)
    missing = {str(folder / r["file"]): r for r in chosen if not (target / f"{r['id']}.json").exists()}
    if not missing:
        return
    done, end = len(chosen) - len(missing), []
    for name, account in calls(program, model, missing, seconds, end):
        report = missing.pop(name)
        kept = {"id": report["id"], "lang": report["lang"], "model": model, **record_of(account)}
        file = target / f"{report['id']}.json"
        part = file.with_suffix(".part")
        part.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
        part.rename(file)
        done += 1
        print(f"{model}: {done} of {len(chosen)}: {report['id']}: {kept['finish'] or kept['fault']}", file=sys.stderr, flush=True)
    for report in missing.values():
        print(f"{model}: {report['id']}: not recorded: {end[0]}", file=sys.stderr)


def recorded(into, model, chosen):
    """Those with a text; and of the others how many there are, by what became of them."""
    texts, others = [], collections.Counter()
    for report in chosen:
        file = into / model.replace(":", "-") / f"{report['id']}.json"
        if not file.exists():
            others["not recorded"] += 1
            continue
        kept = json.loads(file.read_text("utf-8"))
        if kept["reply"].strip():
            texts.append(kept)
        else:
            others[kept["fault"] or "empty"] += 1
    return texts, others


def read(program, schema, texts):
    """For each text the answers at each level."""
    questions = [(schema, {"text": kept["reply"], "level": level}) for kept in texts for level in LEVELS]
    answers = readers.ask(readers.Reader("tenon", [program]), questions)
    return [answers[i : i + len(LEVELS)] for i in range(0, len(answers), len(LEVELS))]


def state_of(answer):
    if answer.refused is None:
        return "fits"
    return "does not fit" if answer.refused.startswith("schema_invalid") else answer.refused.split()[0]


def contradictions(answers):
    """Levels that read another value than one below them did."""
    seen, found = None, []
    for level, answer in zip(LEVELS, answers):
        if seen is not None and answer.canonical != seen:
            found.append(level)
        seen = answer.canonical if answer.canonical is not None else seen
    return found


def print_model(model, texts, others, answers):
    """True if no level contradicts one below."""
    cut = sum(kept["finish"] == "length" for kept in texts)
    print(f"\n{model}: {len(texts)} replies, {cut} of them cut at the output cap"
          + "".join(f"; {count} {what}" for what, count in sorted(others.items())))  # fmt: skip
    states = [collections.Counter(state_of(each[i]) for each in answers) for i in range(len(LEVELS))]
    names = sorted(set().union(*states), key=lambda name: (name != "fits", name != "does not fit", name))
    print(f"  {'level':<10}" + "".join(f"{name:>14}" for name in names))
    for level, counts in zip(LEVELS, states):
        print(f"  {level:<10}" + "".join(f"{counts[name]:>14}" for name in names))
    rules = collections.Counter(rule for each in answers for rule in set(each[-1].rules))
    if rules:
        print("  rules at coerce, replies each: " + ", ".join(f"{rule} {count}" for rule, count in rules.most_common()))
    for kept, each in zip(texts, answers):
        if each[-1].refused is not None:
            print(f"  left: {kept['id']} ({kept['finish']}): {each[-1].message or each[-1].refused}")
    broken = [(kept["id"], level) for kept, each in zip(texts, answers) for level in contradictions(each)]
    for name, level in broken:
        print(f"  contradiction: {name}: {level} reads another value than the level below")
    return not broken


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cache = os.environ.get("TENON_CACHE") or os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "tenon")
    parser.add_argument("--into", type=pathlib.Path, default=pathlib.Path(cache) / "replies", help="the folder of the replies (default: replies in the cache)")
    parser.add_argument("--models", nargs="+", default=MODELS, metavar="MODEL", help=f"default: {' '.join(MODELS)}")
    parser.add_argument("--only", nargs="+", default=[], metavar="ID", help="these reports alone")
    parser.add_argument("--most", type=int, help="so many reports, from the first")
    parser.add_argument("--timeout", type=int, default=600, metavar="SECONDS", help="of one reply (default 600)")
    parser.add_argument("--read-only", action="store_true", help="record nothing: read what is there")
    for name in ("tenon", "reader"):
        parser.add_argument(f"--{name}", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    args = arguments()
    if not args.tenon or not args.reader:
        sys.exit("replies: run it as script/record-replies")
    folder = folder_of_data()
    if not folder.is_dir():
        sys.exit(f"replies: there is no folder {folder}: set TENON_TEST_DATA to the one that has incidents")
    chosen = reports(folder, args.only, args.most)
    schema = subprocess.run([args.tenon, "schema", "--type", SHAPE], capture_output=True, check=True).stdout.decode("utf-8")
    schema = json.dumps(json.loads(schema))
    whole = True
    for model in args.models:
        if not args.read_only:
            record(args.tenon, model, chosen, folder, args.into, args.timeout)
        texts, others = recorded(args.into, model, chosen)
        answers = read(args.reader, schema, texts) if texts else []
        whole = print_model(model, texts, others, answers) and whole
    return int(not whole)


if __name__ == "__main__":
    sys.exit(main())
