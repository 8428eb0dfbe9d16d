#!/usr/bin/env python3
"""json_repair as a reader of damaged replies (see ../readers.py). Its empty text for what it finds nothing in is a
refusal. usage: json_repair.py FOLDER [schema]: the folder of its wheel; `schema` lets it be guided by the schema."""

import json
import sys

sys.path.insert(0, sys.argv[1])
import json_repair  # noqa: E402  (the path first)

guided = sys.argv[2:] == ["schema"]
schema = None
for line in sys.stdin:
    asked = json.loads(line)
    if "schema" in asked:
        schema = asked["schema"] if guided else None
        continue
    try:
        value = json_repair.loads(asked["text"], schema=schema) if schema is not None else json_repair.loads(asked["text"])
        answer = {"value": value} if value != "" else {"refused": "nothing"}
        print(json.dumps(answer, allow_nan=True))
    except Exception as error:  # whatever it raises is its way of refusing
        print(json.dumps({"refused": type(error).__name__}))
