"""Valid instances of JSONSchemaBench with their schemas: those that are to be damaged.

Taken are all instances labelled valid that are an object or an array with something in it, of at most MOST bytes as
compact JSON; of these, the first ones by the SHA-256 of seed, schema id and number of the instance, so that the choice
depends on nothing else.
"""

import hashlib
import heapq
import json
import lzma
import pathlib
from dataclasses import dataclass

from document import Literal, canonical, write

MOST = 4096


@dataclass(frozen=True)
class Instance:
    name: str
    schema: str  # JSON text
    value: object
    canonical: str


def lines(folder):
    for path in sorted(pathlib.Path(folder).glob("*.jsonl*")):
        if path.name.startswith("sample."):  # it is drawn from the others
            continue
        opened = lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8")
        with opened as file:
            yield from file


def fits(value):
    return bool(value) and isinstance(value, (dict, list)) and len(write(value)) <= MOST


def take(folder, count, seed):
    kept = []
    for line in lines(folder):
        record = json.loads(line, parse_float=Literal, parse_int=Literal)
        for number, test in enumerate(record["tests"]):
            if not test["valid"] or not fits(test["data"]):
                continue
            name = f"{record['id']}#{number}"
            rank = int(hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()[:15], 16)
            item = (-rank, name, record["schema"], test["data"])
            if len(kept) < count:
                heapq.heappush(kept, item)
            elif item > kept[0]:
                heapq.heapreplace(kept, item)
    chosen = sorted(kept, key=lambda item: -item[0])
    return [Instance(name, write(schema), value, canonical(value)) for _, name, schema, value in chosen]
