"""tenon bowtie: sessions of the harness protocol, version 1, as its schema describes them."""

import json
import subprocess

from support import PROGRAM, Case, environment, tenon

D2020 = "https://json-schema.org/draft/2020-12/schema"
D7 = "http://json-schema.org/draft-07/schema#"
D4 = "http://json-schema.org/draft-04/schema#"


def play(*commands, flags=()):
    text = "".join(json.dumps(c) + "\n" for c in commands)
    ended = tenon("bowtie", *flags, stdin=text)
    return ended, [json.loads(line) for line in ended.out.splitlines()]


def run(seq, schema, *instances, registry=None):
    case = {"description": "a case", "schema": schema, "tests": [{"description": "t", "instance": i} for i in instances]}
    if registry is not None:
        case["registry"] = registry
    return {"cmd": "run", "seq": seq, "case": case}


START = {"cmd": "start", "version": 1}
STOP = {"cmd": "stop"}


def verdicts(answer):
    return [r["valid"] for r in answer["results"]]


class Bowtie(Case):
    def test_start_says_who_it_is_and_which_dialects_it_speaks(self):
        ended, said = play(START, STOP)
        self.assertEqual((ended.status, ended.err), (0, ""))
        self.assertEqual(said[0]["version"], 1)
        who = said[0]["implementation"]
        for name in ("name", "language", "version", "dialects", "homepage", "issues", "source"):
            self.assertIn(name, who)
        self.assertEqual(who["language"], "c++")
        self.assertEqual(len(who["dialects"]), 5)
        self.assertIn(D4, who["dialects"])

    def test_S2_48_a_session_with_two_dialects(self):
        legacy = {"items": [{"type": "integer"}]}
        ended, said = play(
            START,
            {"cmd": "dialect", "dialect": D2020},
            run(1, {"type": "integer", "minimum": 2**64}, 2**64, 2**64 - 1, 1.5),
            {"cmd": "dialect", "dialect": D7},
            run("two", legacy, [1], ["x"]),
            STOP,
        )
        self.assertEqual((ended.status, ended.err), (0, ""))
        self.assertEqual(said[1], {"ok": True})
        self.assertEqual(said[2]["seq"], 1)
        self.assertEqual(verdicts(said[2]), [True, False, False])
        self.assertEqual(said[4]["seq"], "two")
        self.assertEqual(verdicts(said[4]), [True, False])

    def test_the_registry_of_a_case_is_known_in_that_case_only(self):
        schema = {"$ref": "http://example.test/n.json"}
        _, said = play(
            START,
            {"cmd": "dialect", "dialect": D2020},
            run(1, schema, 1, "x", registry={"http://example.test/n.json": {"type": "integer"}}),
            run(2, schema, 1),
            run(3, {"type": "null"}, None),
            STOP,
        )
        self.assertEqual(verdicts(said[2]), [True, False])
        self.assertIs(said[3]["errored"], True)
        self.assertIn("n.json", said[3]["context"]["message"])
        self.assertEqual(verdicts(said[4]), [True])

    def test_format_is_an_annotation_unless_asked_for(self):
        commands = (START, {"cmd": "dialect", "dialect": D2020}, run(1, {"format": "ipv4"}, "1.2.3.4", "no"), STOP)
        self.assertEqual(verdicts(play(*commands)[1][2]), [True, True])
        self.assertEqual(verdicts(play(*commands, flags=["--assert-format"])[1][2]), [True, False])

    def test_a_schema_that_is_none_errors_its_case_and_not_the_session(self):
        ended, said = play(
            START, {"cmd": "dialect", "dialect": D2020}, run(1, {"type": "colour"}, 1), run(2, True, 1), STOP
        )
        self.assertEqual(ended.status, 0)
        self.assertIs(said[2]["errored"], True)
        self.assertEqual(verdicts(said[3]), [True])

    def test_an_unknown_dialect_is_not_ok(self):
        _, said = play(START, {"cmd": "dialect", "dialect": "http://example.test/mine"}, STOP)
        self.assertEqual(said[1], {"ok": False})

    def test_what_is_no_command_ends_the_session_with_status_2(self):
        for line in ('{"cmd":"dance"}', "[]", '{"cmd":"start","version":2}'):
            ended = tenon("bowtie", stdin=line + "\n")
            self.assertEqual(ended.status, 2, line)
            self.assertEqual(ended.out, "")
        self.assertEqual(tenon("bowtie", stdin="no json\n").status, 1)

    def test_each_answer_comes_before_the_next_command_is_sent(self):
        with subprocess.Popen(
            [PROGRAM, "bowtie"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), text=True
        ) as harness:
            for command in (START, {"cmd": "dialect", "dialect": D2020}, run(7, {"const": 1.0}, 1)):
                harness.stdin.write(json.dumps(command) + "\n")
                harness.stdin.flush()
                answer = json.loads(harness.stdout.readline())
            self.assertEqual(verdicts(answer), [True])
            harness.stdin.write(json.dumps(STOP) + "\n")
            harness.stdin.close()
            self.assertEqual(harness.wait(timeout=60), 0)
