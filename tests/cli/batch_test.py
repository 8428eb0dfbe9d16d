"""tenon extract on several inputs, with a model that says what it is told."""

import json

from support import TOLD, Case, tenon


class Batch(Case):
    def told(self, *lines):
        return "told:" + str(self.file("told.jsonl", "".join(json.dumps(line) + "\n" for line in lines)))

    def extract(self, model, *more):
        return tenon("extract", "--schema", "name", "--model", model, *more, program=TOLD)

    def lines(self, path):
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_reports_of_several_inputs_are_lines_with_every_reply_in_full(self):
        one, two = str(self.file("one.txt", "a")), str(self.file("two.txt", "b"))
        reports = self.file("reports.jsonl", '{"input": "before"}\n')
        ended = self.extract(self.told({"delta": '{"name": "Ada"}'}, {"end": "stop"}), "--report", reports, one, two)
        self.assertEqual(ended.status, 0, ended.err)
        before, *added = self.lines(reports)
        self.assertEqual(before, {"input": "before"})
        self.assertEqual([line["input"] for line in added], [one, two])
        self.assertEqual([line["key"] for line in added], [json.loads(line)["key"] for line in ended.out.splitlines()])
        for line in added:
            self.assertEqual([attempt["reply"] for attempt in line["report"]["attempts"]], ['{"name": "Ada"}'])

    def test_a_failed_input_has_its_report_too_and_an_unread_one_has_none(self):
        one = str(self.file("one.txt", "a"))
        reports = self.folder / "reports.jsonl"
        model = self.told({"delta": "no JSON here"}, {"end": "stop"})
        ended = self.extract(model, "--policy", "once", "--report", reports, one + ".missing", one)
        self.assertEqual(ended.status, 1)
        added = self.lines(reports)
        self.assertEqual([line["input"] for line in added], [one])
        self.assertEqual(added[0]["report"]["attempts"][0]["reply"], "no JSON here")

    def test_a_report_that_cannot_be_written_is_said_before_a_call_is_made(self):
        one, two = self.file("one.txt", "a"), self.file("two.txt", "b")
        ended = self.extract("told:/nowhere", "--report", self.folder / "no" / "reports.jsonl", one, two)
        self.assertEqual(ended.status, 3)
        self.assertIn("--report", ended.err)
