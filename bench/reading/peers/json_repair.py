#!/usr/bin/env python3
"""json_repair on the broken replies. usage: json_repair.py WHEELS FILE..."""

import statistics
import sys
import time

sys.path.insert(0, sys.argv[1])
import json_repair  # noqa: E402  (the path first)

MOST = 20.0  # seconds; a larger reply is then left out

last = 0.0
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        text = file.read()
    size = len(text.encode())
    if last > MOST:
        print(f"  {size:7} bytes      left out: the one before took {last:.0f} s")
        continue
    rounds = []
    while len(rounds) < 3 and sum(rounds) < MOST:
        begin = time.perf_counter()
        json_repair.loads(text)
        rounds.append(time.perf_counter() - begin)
    last = statistics.median(rounds)
    print(f"  {size:7} bytes      {size / last / 1e6:.2f} MB/s", flush=True)
