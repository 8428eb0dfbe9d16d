#!/usr/bin/env python3
"""Plays scripted conversations with a provider through the real client code, and judges how each ends.
script/scenarios builds what it needs.

A server plays the scripts (stub.mjs beside them); calls are counted by what it logged, not by what a report says.
A script ends well if its value is the expected one (a member that may be absent may be null), or its failure is of a
kind that says what the script expects. A success with another value is wrong without a sign.

Exit status: 0 if every script ends well; 1 otherwise; 2 for a wrong use.
"""

import argparse
import collections
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

# What a script's word for an error may be here. "junk": any failure will do, and a value is wrong.
KINDS = {
    "filtered": {"content_filtered"},
    "bad request": {"bad_request"},
    "auth": {"unauthorized"},
    "unavailable": {"overloaded", "provider_error", "model_unavailable"},
    "ambiguous": {"ambiguous"},
    "connection": {"network_error", "incomplete_stream"},
    "truncated": {"truncated"},
    "refused": {"refused"},
    "invalid unicode": {"not_json", "schema_invalid", "bind_failed"},
    "timeout": {"timed_out"},
    "unexpected tool call": {"malformed_tool_call"},
}
# These may end in a typed failure too: the policy decides.
MAY_FAIL = {"http_429_retry_after_90", "stream_no_done", "four_errors_then_right", "list_prose"}
GOAL_GROUPS = {"format", "schema", "finish", "transport", "other"}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def without_nulls(v):
    if isinstance(v, dict):
        return {k: without_nulls(m) for k, m in v.items() if m is not None}
    return [without_nulls(m) for m in v] if isinstance(v, list) else v


def strings_in(v):
    if isinstance(v, str):
        yield v
    for m in v.values() if isinstance(v, dict) else v if isinstance(v, list) else ():
        yield from strings_in(m)


def same(got, wanted):
    return without_nulls(got) == without_nulls(wanted)


def verdict(script, said):
    """"right", or what is wrong with it; "silently wrong" for a value that nobody asked for."""
    expect, also = script["expect"], script.get("accept_also") or {}
    if "value" in said:
        if "value" in expect and same(said["value"], expect["value"]):
            return "right"
        if "value_sha_of_len" in expect and any(len(s) == expect["value_sha_of_len"] for s in strings_in(said["value"])):
            return "right"
        if "value" in also and same(said["value"], also["value"]):
            return "right"
        if "value_after" in also:
            return "right"  # a value behind what had to be skipped; read by a person
        return "silently wrong"
    if script["id"] in MAY_FAIL:
        return "right"
    word = expect.get("error")
    if word is None:
        return f"{said['failure']} instead of a value"
    if word == "junk" or said["failure"] in KINDS.get(word, ()):
        return "right"
    if word == "exhausted" and said["exhausted"]:
        return "right"
    return f"{said['failure']} instead of {word}"


def told(script, requests):
    """Does the second request name field, value and constraint of what was wrong? None where nothing was corrected."""
    probe = script.get("probe")
    if not probe or len(requests) < 2:
        return None
    def text(r):
        return "\n".join(m["content"] for m in r["body"]["messages"] if isinstance(m.get("content"), str))
    first, second = text(requests[0]), text(requests[1])
    added = second[len(first):] if second.startswith(first) else second
    return {name: probe[name] in added for name in ("field", "value", "constraint")}


def play(args, scripts, folder):
    port, log = free_port(), pathlib.Path(folder) / "requests.jsonl"
    log.touch()
    server = subprocess.Popen([args.node, str(args.scenarios / "stub.mjs"), "--port", str(port), "--scenarios",
                               str(args.scenarios / "scripts"), "--log", str(log)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/__health", timeout=1).read()
                break
            except OSError:
                time.sleep(0.05)
        jobs = []
        for script in scripts:
            job = {"id": script["id"], "base_url": f"http://127.0.0.1:{port}/s/{script['id']}~1", "stream": script["group"] == "stream"}
            if script["target"] in ("list", "map"):
                job["converter"] = script["target"]
            else:
                job["schema"] = json.loads((args.scenarios / "schemas" / f"{script['target']}.json").read_text("utf-8"))
            if "timeout_ms" in script:
                job["timeout_ms"] = script["timeout_ms"]
            jobs.append(json.dumps(job))
        done = subprocess.run([args.player], input="\n".join(jobs) + "\n", capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"scenarios: the player ended with {done.returncode}: {done.stderr[-500:]}")
    finally:
        server.terminate()
        server.wait()
    requests = collections.defaultdict(list)
    for line in log.read_text("utf-8").splitlines():
        one = json.loads(line)
        requests[one["scenario"]].append(one)
    said = {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}
    return said, requests


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="these scripts alone")
    parser.add_argument("--scenarios", type=pathlib.Path, required=True)
    parser.add_argument("--player", required=True)
    parser.add_argument("--node", required=True)
    parser.add_argument("--verbose", action="store_true", help="a line for each script")
    args = parser.parse_args()
    scripts = [json.loads(f.read_text("utf-8")) for f in sorted((args.scenarios / "scripts").glob("*.json"))]
    skipped = [s for s in scripts if s.get("tools")]
    scripts = [s for s in scripts if not s.get("tools") and (not args.names or s["id"] in args.names)]
    with tempfile.TemporaryDirectory() as folder:
        said, requests = play(args, scripts, folder)
    table = collections.defaultdict(collections.Counter)
    calls, goal, bad, misreported, probes = collections.Counter(), 0, [], [], collections.Counter()
    for script in scripts:
        name, group = script["id"], script["group"]
        end = verdict(script, said[name])
        table[group]["right" if end == "right" else "silently wrong" if end == "silently wrong" else "other"] += 1
        calls[group] += len(requests[name])
        goal += len(requests[name]) if group in GOAL_GROUPS else 0
        reported = said[name].get("report", {}).get("attempt_count", 0)
        if reported != len(requests[name]):
            misreported.append(f"{name}: {len(requests[name])} on the wire, {reported} reported")
        if end != "right":
            bad.append(f"{name}: {end}: {said[name].get('said') or json.dumps(said[name].get('value'))[:300]}")
        named = told(script, requests[name])
        if named is not None:
            probes["corrections"] += 1
            for what, there in named.items():
                probes[what] += there
            if not all(named.values()):
                bad.append(f"{name}: the correction names {named}")
        if args.verbose:
            print(f"  {name:<36} {end:<16} {len(requests[name])} calls")
    print(f"{'group':<12}{'right':>8}{'other':>8}{'silently wrong':>16}{'calls':>8}")
    for group, counts in sorted(table.items()):
        print(f"{group:<12}{counts['right']:>8}{counts['other']:>8}{counts['silently wrong']:>16}{calls[group]:>8}")
    right = sum(counts["right"] for counts in table.values())
    print(f"feedback: {probes['corrections']} corrections with a known culprit; named: field {probes['field']}, "
          f"value {probes['value']}, constraint {probes['constraint']}")  # fmt: skip
    print(f"calls of the groups {', '.join(sorted(GOAL_GROUPS))}: {goal} (goal 160)")
    if skipped:
        print(f"skipped, their tools belong to the tool loop: {', '.join(s['id'] for s in skipped)}")
    for line in bad + misreported:
        print(f"  {line}")
    print(f"{right} passed, {len(scripts) - right + len(misreported)} failed" + (f", {len(skipped)} skipped" if skipped else ""))
    return int(bool(bad or misreported))


if __name__ == "__main__":
    sys.exit(main())
