"""tenon extract --stream: what a person sees, what a program reads, and how it ends when it does not end well.

The model is one that says what it is told (told_model.cpp), so that nothing here depends on time."""

import json
import os
import subprocess

from support import PROGRAM, TOLD, Case, OnTerminal, environment, signal, tenon

LINE = "summary str, severity (low|high), tags [str], owner {name, team}"
WHOLE = (
    '{"summary":"Payments down",',
    '"severity":"hi',
    'gh","tags":["a","b',
    '","c"],"owner":{"name":"Ada",',
    '"team":"x"}}',
)
VALUE = json.loads("".join(WHOLE))
ERASED = "\r\x1b["


class Stream(Case):
    def told(self, *pieces, end=None):
        """A file that tells the model to say these pieces, and then to end like that, or to hang."""
        lines = [json.dumps({"delta": piece}) for piece in pieces]
        if end is not None:
            lines.append(json.dumps(end if isinstance(end, dict) else {"end": end}))
        return "told:" + str(self.file("told.jsonl", "".join(line + "\n" for line in lines)))

    def arguments(self, model, *more, schema=LINE):
        text = self.file("report.txt", "payments-api answers with HTTP 502")
        shape = ("--schema", schema) if schema else ()
        return ["extract", "--stream", "--model", model, *shape, *more, text]

    def streamed(self, model, *more, **kwargs):
        ended = tenon(*self.arguments(model, *more, **kwargs), program=TOLD)
        ended.lines = [json.loads(line) for line in ended.out.splitlines()]
        return ended

    # For a program: JSON lines.

    def test_a_program_gets_a_line_for_each_member_and_element_that_is_done_and_last_the_value(self):
        ended = self.streamed(self.told(*WHOLE, end="stop"))
        self.assertEqual(ended.status, 0, ended.err)
        *partial, last = ended.lines
        self.assertEqual(
            [(line["place"], line["partial"]) for line in partial],
            [
                ("/summary", "Payments down"),
                ("/severity", "high"),
                ("/tags/0", "a"),
                ("/tags/1", "b"),
                ("/tags/2", "c"),
                ("/tags", ["a", "b", "c"]),
                ("/owner/name", "Ada"),
                ("/owner/team", "x"),
                ("/owner", {"name": "Ada", "team": "x"}),
            ],
        )
        self.assertEqual(set(last), {"value", "account"})
        self.assertEqual(last["value"], VALUE)
        self.assertEqual(last["account"]["usage"]["output_tokens"], len(WHOLE))
        self.assertRegex(ended.err, r"\A1 attempt; .*\n\Z")

    def test_the_lines_do_not_depend_on_how_the_reply_was_cut(self):
        text = "".join(WHOLE)
        whole = self.streamed(self.told(text, end="stop")).lines
        bytewise = self.streamed(self.told(*text, end="stop")).lines
        self.assertEqual(whole[:-1], bytewise[:-1])
        self.assertEqual(whole[-1]["value"], bytewise[-1]["value"])

    def test_a_line_is_written_when_its_part_is_done_and_not_before(self):
        fifo = self.folder / "told"
        os.mkfifo(fifo)
        run = subprocess.Popen(
            [TOLD, *map(str, self.arguments(f"told:{fifo}"))],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        )
        with open(fifo, "w", encoding="utf-8") as tell:
            def say(what):
                tell.write(json.dumps(what) + "\n")
                tell.flush()

            say({"delta": WHOLE[0]})
            self.assertEqual(json.loads(run.stdout.readline()), {"place": "/summary", "partial": "Payments down"})
            say({"delta": WHOLE[1]})
            say({"delta": WHOLE[2]})
            self.assertEqual(json.loads(run.stdout.readline()), {"place": "/severity", "partial": "high"})
            say({"delta": "".join(WHOLE[3:])})
            say({"end": "stop"})
            out, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0)
        self.assertEqual(json.loads(out.splitlines()[-1])["value"], VALUE)

    def test_names_in_places_are_escaped_as_in_json_pointer(self):
        schema = '{"type": "object"}'
        ended = self.streamed(self.told('{"a/b":{"":1},"m~n":[[2]]}', end="stop"), schema=schema)
        self.assertEqual(
            [line["place"] for line in ended.lines[:-1]], ["/a~1b/", "/a~1b", "/m~0n/0/0", "/m~0n/0", "/m~0n"]
        )

    def test_a_value_that_is_no_object_has_the_last_line_alone(self):
        ended = self.streamed(self.told('"hi', 'gh"', end="stop"), schema='{"enum": ["low", "high"]}')
        self.assertEqual([line.get("value") for line in ended.lines], ["high"])

    def test_a_type_streams_as_a_schema_does(self):
        reply = '{"title":"A","component":"B","topics":["c","d"]}'
        ended = self.streamed(self.told(*reply, end="stop"), "--type", "DocMetadata", schema=None)
        schema = tenon("schema", "--type", "DocMetadata").out
        same = self.streamed(self.told(*reply, end="stop"), schema=schema)
        self.assertGreater(len(ended.lines), 1)
        self.assertEqual([line.get("place") for line in ended.lines], [line.get("place") for line in same.lines])
        self.assertEqual(ended.status, same.status)

    def test_only_the_value_that_plain_extract_gives_stands_in_the_last_line(self):
        model = self.told("```json\n" + "".join(WHOLE[:2]), "".join(WHOLE[2:]) + "\n```", end="stop")
        plain = tenon(*[word for word in self.arguments(model) if word != "--stream"], program=TOLD)
        self.assertEqual(self.streamed(model).lines[-1]["value"], plain.value())

    # It does not go well.

    def assert_failed(self, ended, status, kind):
        self.assertEqual(ended.status, status, ended.err)
        self.assertEqual([line for line in ended.lines if "value" in line], [])
        self.assertEqual(set(ended.lines[-1]), {"failure", "account"})
        self.assertEqual((ended.lines[-1]["failure"]["kind"], ended.lines[-1]["failure"]["status"]), (kind, status))
        self.assertIn(kind, ended.err)

    def test_a_reply_that_was_cut_off_is_truncated_and_not_asked_for_again(self):
        ended = self.streamed(self.told(*WHOLE[:3], end="length"))
        self.assert_failed(ended, 1, "truncated")
        self.assertEqual([line["place"] for line in ended.lines[:-1]], ["/summary", "/severity", "/tags/0"])
        self.assertEqual(ended.lines[-1]["failure"]["attempts"], 1)

    def test_a_transport_that_fails_is_not_tried_again(self):
        ended = self.streamed(self.told(WHOLE[0], end={"fail": "incomplete_stream"}))
        self.assert_failed(ended, 3, "incomplete_stream")
        self.assertEqual(ended.lines[-1]["failure"]["attempts"], 1)

    def test_a_reply_that_is_all_done_and_yet_wrong_is_no_value(self):
        ended = self.streamed(self.told(*WHOLE, " and more", end="stop"), "--reading", "clean")
        self.assert_failed(ended, 1, "not_json")

    def test_a_doomed_reply_says_so_in_a_line_of_its_own_when_it_is_doomed(self):
        ended = self.streamed(self.told('{"summary":7,', '"severity":"low","tags":[],"owner":{"name":"a","team":"b"}}',
                                        end="stop"), "--reading", "clean")
        self.assert_failed(ended, 1, "schema_invalid")
        (doomed,) = [line["doomed"] for line in ended.lines if "doomed" in line]
        self.assertEqual((doomed["place"], doomed["code"], doomed["offset"]), ("/summary", "type", 11))
        self.assertEqual(ended.lines[0], {"doomed": doomed})
        # It was read to its end, so that what it cost is known.
        self.assertEqual(ended.lines[-1]["account"]["usage"]["output_tokens"], 2)

    def test_a_reply_that_runs_away_is_stopped(self):
        pieces = [f'"topic {i}",' for i in range(1000)]  # and no end: it would hang for ever
        ended = self.streamed(self.told('{"summary":"s","severity":"low","tags":[', *pieces))
        self.assert_failed(ended, 1, "not_json")
        self.assertEqual(ended.lines[-1]["failure"]["errors"][0]["code"], "runaway")
        self.assertLess(len(ended.lines), 1000)

    def test_a_timeout_is_status_3_and_what_came_stands_there_as_partial_only(self):
        ended = self.streamed(self.told(*WHOLE[:3]), "--timeout", "0.2")
        self.assert_failed(ended, 3, "timed_out")

    def test_an_interrupt_ends_the_lines_with_the_failure(self):
        run = subprocess.Popen(
            [TOLD, *map(str, self.arguments(self.told(*WHOLE[:3]), "--report", self.folder / "r.json"))],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        )
        self.assertIn(b"/summary", run.stdout.readline())
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, err)
        last = json.loads(out.splitlines()[-1])
        self.assertEqual((last["failure"]["kind"], last["failure"]["status"]), ("cancelled", 130))
        (attempt,) = json.loads((self.folder / "r.json").read_text("utf-8"))["attempts"]
        self.assertEqual(attempt["fault"], "cancelled")

    def test_the_report_is_written_whatever_the_end(self):
        for name, end in (("good", "stop"), ("cut", "length")):
            path = self.folder / (name + ".json")
            self.streamed(self.told(*WHOLE, end=end), "--report", path)
            self.assertEqual(len(json.loads(path.read_text("utf-8"))["attempts"]), 1)

    def test_a_reader_that_goes_away_stops_the_call(self):
        model = self.told(*WHOLE[:3])  # hangs: only the closed pipe can end it
        fifo = self.folder / "out"
        os.mkfifo(fifo)
        reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        with open(fifo, "wb") as closed:
            os.close(reading)
            ended = tenon(*self.arguments(model), program=TOLD, stdout=closed, timeout=60)
        self.assertEqual((ended.status, ended.err), (3, ""))

    def test_a_full_disk_is_status_3_and_says_so(self):
        with open("/dev/full", "wb") as full:
            ended = tenon(*self.arguments(self.told(*WHOLE, end="stop")), program=TOLD, stdout=full)
        self.assertEqual(ended.status, 3)
        self.assertIn("stdout: no space left on device", ended.err)

    def test_with_json_stderr_carries_one_object_as_without_a_stream(self):
        good = self.streamed(self.told(*WHOLE, end="stop"), "--json")
        self.assertEqual(json.loads(good.err)["attempts"], 1)
        bad = self.streamed(self.told(*WHOLE, end="length"), "--json")
        self.assertEqual(bad.failure(), bad.lines[-1]["failure"])

    # What it does not go with.

    def test_S2_50_a_stream_with_corrections_is_refused_before_anything_is_asked(self):
        for words in (["--attempts", "2"], ["--policy", "local"], ["--policy", "incidentops"], ["--policy", "opsagent"],
                      ["--policy", "once", "--attempts", "3"]):
            ended = tenon(*self.arguments("told:/nowhere", *words), program=TOLD)
            self.assert_refused(ended, 2, "--stream makes one call", words[-1] if "--attempts" in words else words[1])
        ended = tenon(*self.arguments("told:/nowhere", "--json", "--attempts", "2"), program=TOLD)
        self.assertEqual((ended.failure()["kind"], ended.failure()["attempts"]), ("invalid_argument", 0))

    def test_X_19_the_spring_preset_has_no_stream_at_all(self):
        for words in ([], ["--attempts", "1"]):
            ended = tenon(*self.arguments("told:/nowhere", "--policy", "spring", *words), program=TOLD)
            self.assert_refused(ended, 2, "--policy spring has no streams")

    def test_one_call_may_be_named(self):
        for words in (["--attempts", "1"], ["--policy", "once"], ["--policy", "local", "--attempts", "1"]):
            ended = self.streamed(self.told(*WHOLE, end="stop"), *words)
            self.assertEqual((ended.status, ended.lines[-1]["value"]), (0, VALUE), ended.err)

    def test_several_inputs_are_refused(self):
        for words in (["--jobs", "2"], ["--output", self.folder / "lines.jsonl"], [self.file("two.txt", "more")]):
            ended = tenon(*self.arguments("told:/nowhere", *words), program=TOLD)
            self.assert_refused(ended, 2, "--stream is for one input")

    def test_what_is_wrong_before_the_call_leaves_stdout_empty(self):
        self.assert_refused(tenon("extract", "--stream", "--schema", "a", self.folder / "none.txt"), 3, "none.txt")
        self.assert_refused(tenon("extract", "--stream", "--model", "no:model", "--schema", "a", stdin="x"), 2, "model")

    # For a person: it grows.

    def on_terminal(self, model, *more, columns=60, schema=LINE, **kwargs):
        return OnTerminal(*self.arguments(model, *more, schema=schema), everything=True, columns=columns, program=TOLD,
                          **kwargs)

    def frame(self, run, text):
        """The lines of the first picture that has `text` in it."""
        run.read_until(text.encode())
        run.read_until(b"\x1b[?7h")
        for picture in run.seen.decode(errors="replace").split("\x1b[?7l")[1:]:
            if text in picture and "\x1b[?7h" in picture:
                plain = picture.split("\x1b[?7h")[0].replace("\x1b[K", "").replace("\x1b[J", "")
                for paint in ("\x1b[1m", "\x1b[2m", "\x1b[0m"):
                    plain = plain.replace(paint, "")
                return [line.strip("\r") for line in plain.split("\n")]
        return self.fail(f"{text!r} is in no whole picture of {run.seen!r}")

    def stop(self, run):
        run.send(signal.SIGINT)
        return run.finish()

    def test_a_person_sees_what_is_done_what_grows_and_what_has_yet_to_come(self):
        run = self.on_terminal(self.told(*WHOLE[:3]))
        lines = self.frame(run, '▸ "b')
        self.assertEqual(
            lines[:-1],
            ['✓ summary: "Payments down"', '✓ severity: "high"', "▸ tags:", '  ✓ "a"', '  ▸ "b', "· owner"],
        )
        self.assertIn("told, 3 tokens", lines[-1])
        self.assertEqual(self.stop(run).status, 130)

    def test_members_of_what_is_open_are_yet_to_come_too(self):
        run = self.on_terminal(self.told('{"summary":"s","severity":"low","tags":[],"owner":{"name":"A'))
        lines = self.frame(run, "owner:")
        self.assertEqual(lines[2:-1], ["✓ tags: []", "▸ owner:", '  ▸ name: "A', "  · team"])
        self.stop(run)

    def test_the_picture_is_erased_and_the_value_alone_remains(self):
        fifo = self.folder / "told"
        os.mkfifo(fifo)
        run = self.on_terminal(f"told:{fifo}")
        with open(fifo, "w", encoding="utf-8") as tell:
            tell.write("".join(json.dumps({"delta": piece}) + "\n" for piece in WHOLE[:3]))
            tell.flush()
            self.frame(run, '▸ "b')
            tell.write("".join(json.dumps({"delta": piece}) + "\n" for piece in WHOLE[3:]) + '{"end": "stop"}\n')
        ended = run.finish()
        self.assertEqual(ended.status, 0, ended.err)
        last = ended.err.rsplit(ERASED, 1)[1]
        self.assertRegex(last, r"\A(\d+A\x1b\[J|K)\{")
        value, _, account = last[last.index("{"):].rpartition("}")
        self.assertEqual(json.loads(value + "}"), VALUE)
        self.assertRegex(account.strip(), r"\A1 attempt; ")

    def test_no_value_remains_of_a_reply_that_fails(self):
        for end, status in (({"fail": "overloaded"}, 3), ({"end": "length"}, 1)):
            ended = self.on_terminal(self.told(*WHOLE[:4], end=end)).finish()
            self.assertEqual(ended.status, status)
            last = ended.err.rsplit(ERASED, 1)[1]
            self.assertNotIn("✓", last)
            self.assertNotIn("▸", last)

    def test_a_line_is_cut_to_the_width_and_what_grows_shows_its_end(self):
        run = self.on_terminal(self.told('{"summary":"' + "long " * 40 + "end"), columns=40)
        line = next(line for line in self.frame(run, "long end") if "summary" in line)
        self.assertLess(len(line), 40)
        self.assertTrue(line.startswith("▸ summary: …"), line)
        self.assertTrue(line.endswith("long end"), line)
        self.stop(run)

    def test_a_picture_that_is_higher_than_the_terminal_shows_the_part_that_grows(self):
        many = "".join(f'"tag {i} {"xyz"[i % 3]}",' for i in range(50))
        run = self.on_terminal(self.told('{"summary":"s","severity":"low","tags":[' + many + '"gro'), rows=10)
        lines = self.frame(run, '"gro')
        self.assertLessEqual(len(lines), 9)
        self.assertRegex(lines[0], r"\A… \d+ lines above\Z")
        self.stop(run)

    def test_a_doomed_reply_is_marked(self):
        run = self.on_terminal(self.told('{"summary":7,"severity"'), "--reading", "clean")
        self.assertIn("/summary", self.frame(run, "✗ ")[-2])
        self.stop(run)

    def test_text_of_the_model_cannot_steer_the_terminal(self):
        run = self.on_terminal(self.told('{"summary":"a\\u001b[31mb\x9b2Jc\u202ed","severity":"low"'))
        line = self.frame(run, "✓ severity")[0]
        self.assertEqual(line, '✓ summary: "a\\u001b[31mb\ufffd2Jc\ufffdd"')
        self.stop(run)

    def test_no_color_leaves_the_marks(self):
        run = self.on_terminal(self.told(*WHOLE[:3]), env=environment(TERM="xterm", NO_COLOR="1"))
        self.frame(run, '▸ "b')
        self.assertNotIn(b"\x1b[1m", run.seen)
        self.stop(run)

    def test_where_nothing_can_be_drawn_a_terminal_gets_the_lines(self):
        for words, env in ((["--quiet"], None), (["--json"], None), ([], environment(TERM="dumb"))):
            ended = self.on_terminal(self.told(*WHOLE, end="stop"), *words, env=env or environment(TERM="xterm")).finish()
            self.assertIn('{"place":"/summary","partial":"Payments down"}', ended.err)
            self.assertNotIn("\x1b", ended.err)

    def test_lines_of_a_program_are_not_mixed_with_the_progress_of_a_terminal(self):
        ended = OnTerminal(*self.arguments(self.told(*WHOLE, end="stop")), program=TOLD).finish()
        self.assertEqual(json.loads(ended.out.splitlines()[-1])["value"], VALUE)
        self.assertRegex(ended.err.rsplit("\r\x1b[K", 1)[1], r"\A1 attempt; ")


class Help(Case):
    def test_the_page_of_extract_tells_of_the_stream(self):
        self.assertIn("--stream", tenon("extract", "--help", program=PROGRAM).out)
