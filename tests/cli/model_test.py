"""The program with a real model in the process: SmolLM2, which is too small to be right but large
enough to show constraint, caps, cancellation, accounts and reports. Nothing here claims quality."""

import json
import os
import subprocess
import time
import unittest

from support import PROGRAM, SMALL, Case, OnTerminal, environment, fetched, signal, tenon

READY = bool(os.environ.get("TENON_PROGRAM")) and fetched("smollm2-135m")
REPORT = "payments-api answers with HTTP 502 in production since 09:12"
LINE = "summary str, severity (low|high)"


@unittest.skipUnless(READY, "the model smollm2-135m is not fetched (tenon models fetch smollm2-135m)")
class WithModel(Case):
    def native(self, *args, **kwargs):
        return tenon("extract", "--model", SMALL, "--mode", "native", *args, **kwargs)

    def test_native_mode_gives_a_valid_value_on_stdout_and_one_line_of_account_on_stderr(self):
        ended = self.native("--schema", LINE, stdin=REPORT)
        self.assertEqual(ended.status, 0, ended.err)
        self.assertEqual(set(ended.value()), {"summary", "severity"})
        self.assertRegex(
            ended.err,
            r"\A\d attempts?; \d+ tokens in( \(\d+ reused\))?, \d+ out; \d+\.\d s; (local:)?smollm2-135m; native mode\n\Z",
        )
        self.assertEqual(tenon("validate", "--schema", LINE, stdin=ended.out).status, 0)

    def test_quiet_leaves_stderr_empty(self):
        ended = self.native("--quiet", "--schema", LINE, stdin=REPORT)
        self.assertEqual((ended.status, ended.err), (0, ""))

    def test_compact_is_one_line(self):
        ended = self.native("--compact", "--schema", LINE, stdin=REPORT)
        self.assertEqual(ended.out.count("\n"), 1)

    def test_the_same_seed_gives_the_same_value(self):
        first, second = (
            self.native("--schema", LINE, "--temperature", "0.8", "--seed", "7", stdin=REPORT) for _ in range(2)
        )
        self.assertEqual(first.out, second.out)

    def test_an_input_may_be_a_file(self):
        ended = self.native("--schema", LINE, self.file("r.txt", REPORT))
        self.assertEqual(ended.status, 0, ended.err)

    def test_several_inputs_give_a_line_each_and_a_failed_one_stops_nothing(self):
        one, two = str(self.file("one.txt", REPORT)), str(self.file("two.txt", "checkout is slow"))
        missing = one + ".missing"
        ended = self.native("--schema", LINE, "--jobs", "2", one, missing, two)
        self.assertEqual(ended.status, 1)
        lines = {line["input"]: line for line in map(json.loads, ended.out.splitlines())}
        self.assertEqual(set(lines), {one, two, missing})
        self.assertEqual(set(lines[one]["value"]), {"summary", "severity"})
        self.assertEqual(lines[missing]["failure"]["kind"], "file")
        self.assertIn("2 of 3 done, 1 failed", ended.err)

    def test_a_second_call_goes_on_where_the_first_stopped(self):
        one, two = str(self.file("one.txt", REPORT)), str(self.file("two.txt", "checkout is slow"))
        path = self.file("lines.jsonl", "")
        self.assertEqual(self.native("--schema", LINE, "--output", path, one).status, 0)
        with open(path, "a", encoding="utf-8") as file:
            file.write('{"input": "cut off by a cra')
        ended = self.native("--schema", LINE, "--output", path, one, two)
        self.assertEqual(ended.status, 0, ended.err)
        self.assertIn("1 there already", ended.err)
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        self.assertEqual([line["input"] for line in lines], [one, two])
        # What was made for another shape is not taken for this one.
        self.native("--schema", "summary str", "--output", path, one)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 3)

    def test_an_output_cap_that_is_too_small_is_truncated_and_never_half_a_value(self):
        ended = self.native("--json", "--schema", LINE, "--max-tokens", "4", stdin=REPORT)
        failure = ended.failure()
        self.assertEqual((ended.status, ended.out), (1, ""))
        self.assertEqual((failure["kind"], failure["group"]), ("truncated", "truncated"))
        self.assertEqual(failure["attempts"], 1)
        self.assertEqual(failure["usage"]["output_tokens"], 4)

    def test_a_model_that_answers_prose_is_an_explicit_failure(self):
        ended = tenon(
            "extract", "--model", SMALL, "--mode", "prompt", "--policy", "once", "--json", "--max-tokens", "60",
            "--system", "Tell a story about the sea.", "--schema", LINE, stdin="Once upon a time",
        )
        self.assertEqual((ended.status, ended.out), (1, ""), ended.err)
        self.assertIn(ended.failure()["group"], ("invalid_output", "truncated"))

    def test_the_account_is_a_json_object_where_json_is_wanted(self):
        ended = self.native("--json", "--schema", LINE, stdin=REPORT)
        account = json.loads(ended.err)
        self.assertEqual((account["model"].removeprefix("local:"), account["mode"]), ("smollm2-135m", "native"))
        self.assertGreater(account["usage"]["output_tokens"], 0)

    def test_the_report_has_every_attempt_of_a_success(self):
        path = self.folder / "report.json"
        ended = self.native("--report", path, "--schema", LINE, stdin=REPORT)
        self.assertEqual(ended.status, 0, ended.err)
        report = json.loads(path.read_text("utf-8"))
        self.assertGreaterEqual(len(report["attempts"]), 1)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["report.json"])

    def test_the_report_is_written_on_failure_too(self):
        path = self.folder / "report.json"
        ended = self.native("--report", path, "--schema", LINE, "--max-tokens", "4", stdin=REPORT)
        self.assertEqual(ended.status, 1)
        (attempt,) = json.loads(path.read_text("utf-8"))["attempts"]
        self.assertEqual(attempt["fault"], "truncated")

    def test_a_full_disk_under_the_report_is_status_3_and_the_value_is_not_lost(self):
        ended = self.native("--report", "/dev/full", "--schema", LINE, stdin=REPORT)
        self.assertEqual(ended.status, 3)
        self.assertIn("/dev/full: no space left on device", ended.err)
        self.assertEqual(set(ended.value()), {"summary", "severity"})

    def test_a_report_that_cannot_be_finished_leaves_the_old_one(self):
        path = self.file("report.json", "old\n")
        limited = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh"]
        done = subprocess.run(
            [*limited, PROGRAM, "extract", "--model", SMALL, "--mode", "native", "--report", str(path), "--schema", LINE],
            input=REPORT.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), check=False, timeout=120,
        )
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b"report.json: file too large", done.stderr)
        self.assertEqual(path.read_text(), "old\n")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["report.json"])

    def test_ten_megabytes_do_not_fit_and_are_refused_quickly(self):
        path = self.file("big.txt", b"payments-api is down again. " * 380_000)
        began = time.monotonic()
        ended = tenon("extract", "--json", "--model", SMALL, "--schema", LINE, path)
        self.assertLess(time.monotonic() - began, 20)
        self.assertEqual((ended.status, ended.out), (1, ""))
        failure = ended.failure()
        self.assertEqual(failure["kind"], "context_too_long")
        self.assertRegex(failure["message"], r"\d")

    def test_a_timeout_is_status_3(self):
        ended = tenon(
            "extract", "--json", "--model", SMALL, "--mode", "prompt", "--timeout", "0.05", "--schema", LINE, stdin=REPORT * 40
        )
        self.assertEqual(ended.status, 3, ended.err)
        self.assertEqual(ended.failure()["kind"], "timed_out")

    def test_the_request_shown_without_the_model_is_the_one_for_the_model(self):
        shown = tenon("extract", "--schema", LINE, "--model", SMALL, "--show-request", stdin=REPORT).value()
        unfetched = tenon(
            "extract", "--schema", LINE, "--model", SMALL, "--show-request", stdin=REPORT,
            env=environment(TENON_CACHE=self.folder / "none"),
        ).value()
        self.assertEqual(shown, unfetched)
        path = self.folder / "report.json"
        self.native("--report", path, "--schema", LINE, stdin=REPORT)
        (first, *_) = json.loads(path.read_text("utf-8"))["attempts"]
        self.assertEqual((first["mode"], first["max_output_tokens"]), (shown["mode"], shown["max_output_tokens"]))

    def test_an_interrupt_is_cancelled_with_status_130_and_what_was_spent_is_printed(self):
        run = OnTerminal("extract", "--model", SMALL, "--mode", "prompt", "--max-tokens", "2000", "--report",
                         self.folder / "r.json", "--system", "Tell a long story.", "--schema", LINE,
                         stdin=open(self.file("r.txt", REPORT), "rb"))
        run.read_until(b"token")
        run.send(signal.SIGINT)
        ended = run.finish()
        self.assertEqual((ended.status, ended.out), (130, ""), ended.err)
        self.assertIn("cancelled", ended.err)
        self.assertIn("1 attempt; ", ended.err)
        (attempt,) = json.loads((self.folder / "r.json").read_text("utf-8"))["attempts"]
        self.assertEqual(attempt["fault"], "cancelled")

    def test_a_second_interrupt_ends_the_process_at_once(self):
        run = OnTerminal("extract", "--schema", LINE, everything=True)
        run.read_until(b"reading from the terminal")
        run.send(signal.SIGINT)
        run.send(signal.SIGINT)
        self.assertIn(run.finish().status, (130, -signal.SIGINT))

    def test_progress_is_drawn_on_a_terminal_and_erased_at_the_end(self):
        run = OnTerminal("extract", "--model", SMALL, "--mode", "native", "--schema", LINE,
                         stdin=open(self.file("r.txt", REPORT), "rb"))
        ended = run.finish()
        self.assertEqual(ended.status, 0, ended.err)
        self.assertRegex(ended.err, r"\r\x1b\[Klocal:smollm2-135m, \d+ tokens?, \d+\.\d s")
        last = ended.err.rsplit("\r\x1b[K", 1)[1]
        self.assertRegex(last, r"\A1 attempt|\A\d attempts")
        self.assertNotIn("\x1b[K", last)

    def test_without_a_terminal_there_is_no_progress(self):
        self.assertNotIn("\x1b", self.native("--schema", LINE, stdin=REPORT).err)

    def test_a_stream_in_lines_ends_with_the_value_that_came_bit_by_bit(self):
        ended = self.native("--stream", "--schema", LINE, "--max-tokens", "400", stdin=REPORT)
        *partial, last = map(json.loads, ended.out.splitlines())
        shown = {line["place"].lstrip("/"): line["partial"] for line in partial}
        if ended.status == 0:
            self.assertEqual(shown, last["value"])
        else:  # the model is small: it may run away or write on
            self.assertIn(last["failure"]["kind"], ("not_json", "truncated"), ended.err)
            self.assertNotIn("value", last)

    def test_a_stream_on_a_terminal_grows_there(self):
        run = OnTerminal("extract", "--stream", "--model", SMALL, "--mode", "native", "--schema", "summary str, owner str",
                         "--max-tokens", "400", self.file("r.txt", REPORT), everything=True, columns=60)
        run.read_until("▸ summary: ".encode())
        run.send(signal.SIGINT)
        ended = run.finish()
        self.assertIn("· owner", ended.err)
        self.assertIn(ended.status, (0, 1, 130), ended.err)

    def test_the_fetched_model_is_listed_with_its_path(self):
        listed = tenon("models", "list", "--json").value()["local"]
        (small,) = [m for m in listed if m["name"] == "smollm2-135m"]
        self.assertTrue(os.path.getsize(small["file"]) == small["bytes"])
        self.assertEqual(tenon("models", "fetch", "smollm2-135m").out.strip(), small["file"])
