"""Readers of damaged replies: each a program that is told schemas and texts on its standard input, one JSON object a
line, and answers each text with {"value": …} or {"refused": …} (tests/cases/read_lines.cpp says it in full).

A reader that dies or hangs on a text has refused it, as `crashed`; it is started again behind that text.
"""

import json
import subprocess
import tempfile
from dataclasses import dataclass, field

from document import canonical, parse

PATIENCE = 600  # seconds for all texts of a batch


@dataclass
class Reader:
    name: str
    command: list
    ours: bool = False
    with_schema: bool = True
    environment: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    canonical: str = None  # of the value; None where it was refused
    refused: str = None
    rules: tuple = ()
    value: object = None
    message: str = None  # why it was refused, in a sentence


def answer_of(line):
    try:
        said = parse(line)
    except (ValueError, RecursionError):
        return Answer(refused="no JSON")
    if "value" not in said:
        return Answer(refused=f"{said.get('refused')} {said.get('code', '')}".strip(), message=said.get("message"))
    try:
        return Answer(canonical(said["value"]), rules=tuple(said.get("rules", ())), value=said["value"])
    except RecursionError:
        return Answer(canonical="too deep to compare")


def batch(reader, asked):
    """The answers to the first texts of `asked`, as far as the program came."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as question, tempfile.TemporaryFile("w+b") as answers:
        last = None
        for schema, text in asked:
            if reader.with_schema and schema != last:
                question.write(f'{{"schema": {schema}}}\n')
                last = schema
            question.write(json.dumps(text if isinstance(text, dict) else {"text": text}) + "\n")
        question.flush()
        question.seek(0)
        try:
            done = subprocess.run(reader.command, stdin=question, stdout=answers, stderr=subprocess.PIPE,
                                  timeout=PATIENCE, check=False)  # fmt: skip
            complaint = done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            complaint = "no answer in time"
        answers.seek(0)
        lines = answers.read().decode("utf-8", "replace").split("\n")[:-1]
    return [answer_of(line) for line in lines], complaint


def ask(reader, asked):
    """An answer for each (schema, text); the text may be a whole question. Raises RuntimeError where the program cannot
    be run at all."""
    answers, started = [], False
    while len(answers) < len(asked):
        some, complaint = batch(reader, asked[len(answers) :])
        if not some and not started:
            raise RuntimeError(complaint.strip().splitlines()[-1] if complaint.strip() else "it answers nothing")
        started = True
        answers += some
        if len(answers) < len(asked):
            answers.append(Answer(refused="crashed"))
    return answers
