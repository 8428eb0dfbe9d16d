"""tenon schema lint: an outline, remarks with their places, and an exit status."""

import json

from support import Case, OnTerminal, environment, tenon

DOUBTFUL = """{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "id": {"type": "integer", "minLength": 1, "description": "Of the order"},
    "note": {"type": ["string", "null"], "maxLength": 80}
  },
  "required": ["id"],
  "additionalProperties": false
}
"""
IMPOSSIBLE = '{"type": "string", "minLength": 5, "maxLength": 3}'


class Lint(Case):
    def test_a_schema_with_remarks_is_status_0(self):
        ended = tenon("schema", "lint", self.file("s.json", DOUBTFUL))
        self.assertEqual((ended.status, ended.err), (0, ""))

    def test_a_schema_that_nothing_fits_is_status_1(self):
        ended = tenon("schema", "lint", IMPOSSIBLE)
        self.assertEqual((ended.status, ended.err), (1, ""))
        self.assertIn("nothing_fits", ended.out)

    def test_a_schema_that_is_none_is_status_2(self):
        self.assert_refused(tenon("schema", "lint", '{"minLength": "x"}'), 2, "/minLength", "whole number")
        self.assert_refused(tenon("schema", "lint", self.file("s.json", '{"type": ')), 2, "s.json:1:")
        self.assert_refused(tenon("schema", "lint", self.file("s.json", "[]")), 2, "s.json")

    def test_a_file_that_is_not_there_is_status_3(self):
        self.assert_refused(tenon("schema", "lint", self.folder / "none.json"), 3, "none.json")

    def test_without_a_schema_the_use_is_told(self):
        self.assert_refused(tenon("schema", "lint"), 2, "--type", "SCHEMA")

    def test_the_outline_is_one_line_a_place(self):
        ended = tenon("schema", "lint", self.file("s.json", DOUBTFUL))
        self.assertEqual(
            ended.out.split("\n\n")[0].splitlines(),
            [
                "object, closed",
                "  id: integer — Of the order",
                "  note (optional): string or null, at most 80 characters",
            ],
        )

    def test_a_remark_has_line_column_level_pointer_code_and_sentence(self):
        path = self.file("s.json", DOUBTFUL)
        lines = tenon("schema", "lint", path).out.splitlines()
        at = lines.index(f"{path}:5:44: warning: /properties/id/minLength: wrong_type")
        self.assertTrue(lines[at + 1].startswith("    minLength speaks of string"), lines[at + 1])
        self.assertEqual(lines[-1], "0 errors, 1 warning, 0 notes")

    def test_level_leaves_out_what_is_below_and_keeps_the_status(self):
        ended = tenon("schema", "lint", "--level", "error", IMPOSSIBLE)
        self.assertEqual(ended.status, 1)
        self.assertIn("1 error\n", ended.out)
        self.assertNotIn("note", ended.out)
        self.assertNotIn("warning", tenon("schema", "lint", "--level", "error", self.file("s.json", DOUBTFUL)).out)

    def test_depth_ends_the_outline(self):
        path = self.file("s.json", DOUBTFUL)
        self.assertTrue(tenon("schema", "lint", "--depth", "0", path).out.startswith(str(path)))
        self.assertTrue(tenon("schema", "lint", "--depth", "1", "a {b {c}}").out.startswith("object, closed\n  a: object, closed\n\n"))

    def test_json_has_outline_and_remarks_as_data_on_stdout(self):
        ended = tenon("schema", "lint", "--json", self.file("s.json", DOUBTFUL))
        self.assertEqual((ended.status, ended.err), (0, ""))
        report = ended.value()
        self.assertEqual(report["draft"], "2020-12")
        self.assertEqual([line["name"] for line in report["outline"]], ["", "id", "note"])
        self.assertEqual([line["required"] for line in report["outline"]], [True, True, False])
        (remark,) = report["remarks"]
        self.assertEqual(
            (remark["level"], remark["place"], remark["code"], remark["line"], remark["column"]),
            ("warning", "/properties/id/minLength", "wrong_type", 5, 44),
        )
        self.assertEqual(report["left_out"], 0)

    def test_json_keeps_the_status(self):
        ended = tenon("schema", "lint", "--json", IMPOSSIBLE)
        self.assertEqual(ended.status, 1)
        self.assertEqual(ended.value()["remarks"][-1]["level"], "error")
        self.assertEqual(tenon("schema", "lint", "--json", "{").failure()["status"], 2)

    def test_a_type_and_a_line_are_linted_like_a_schema(self):
        self.assertIn("service", tenon("schema", "lint", "--type", "IncidentExtraction").out)
        self.assertIn("unbounded_string", tenon("schema", "lint", "name, age int").out)

    def test_the_types_of_the_product_have_no_warning(self):
        for name in tenon("schema", "--list").out.split():
            ended = tenon("schema", "lint", "--level", "warning", "--depth", "0", "--type", name)
            self.assertEqual((ended.status, ended.out), (0, "0 errors, 0 warnings\n"), name)

    def test_draft_says_how_a_schema_without_one_is_read(self):
        schema = '{"type": "array", "prefixItems": [{"type": "null"}]}'
        self.assertIn("other_draft", tenon("schema", "lint", "--draft", "7", schema).out)
        self.assertNotIn("other_draft", tenon("schema", "lint", schema).out)
        self.assertIn("read as draft 7", tenon("schema", "lint", "--draft", "7", schema).out)

    def test_documents_given_by_with_count(self):
        main = self.file("main.json", '{"type": "string", "$ref": "number.json"}')
        self.file("number.json", '{"type": "number"}')
        self.assert_refused(tenon("schema", "lint", main), 2, "number.json", "--with")
        ended = tenon("schema", "lint", "--with", self.folder, main)
        self.assertEqual(ended.status, 1, ended.out)
        self.assertIn("other_document", ended.out)

    def test_on_a_terminal_no_line_is_wider_than_it(self):
        schema = json.dumps({"type": "object", "properties": {"a": {"description": "long " * 30, "requird": 1}}})
        ended = OnTerminal("schema", "lint", schema, everything=True, columns=60).finish()
        for line in ended.err.replace("\x1b[1;33m", "").replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines():
            self.assertLessEqual(len(line), 60, line)
        self.assertIn("…", ended.err)

    def test_in_a_pipe_nothing_is_cut(self):
        schema = json.dumps({"type": "object", "properties": {"a": {"description": "long " * 20}}})
        self.assertIn("long " * 19, tenon("schema", "lint", schema).out)

    def test_levels_are_coloured_on_a_terminal_and_nowhere_else(self):
        ended = OnTerminal("schema", "lint", IMPOSSIBLE, everything=True).finish()
        self.assertIn("\x1b[1;31merror:\x1b[0m", ended.err)
        plain = environment(TERM="xterm", NO_COLOR="1")
        self.assertNotIn("\x1b", OnTerminal("schema", "lint", IMPOSSIBLE, everything=True, env=plain).finish().err)
        self.assertNotIn("\x1b", tenon("schema", "lint", IMPOSSIBLE).out)

    def test_a_name_cannot_command_the_terminal(self):
        schema = json.dumps({"properties": {"\x1b[2J": {"type": "null", "title": "\x1b[1m", "minLength": 1}}})
        ended = tenon("schema", "lint", schema)
        self.assertIn("wrong_type", ended.out)
        self.assertNotIn("\x1b", ended.out)

    def test_what_only_validation_holds_is_listed_once_with_the_dialects(self):  # S2-37
        schema = '{"type": "array", "items": {"type": "string", "maxLength": 9}, "uniqueItems": true}'
        ended = tenon("schema", "lint", schema)
        self.assertEqual(ended.status, 0)
        lines = ended.out.splitlines()
        held = lines[lines.index("held only by validation:") + 1 :]
        of_lengths = [line for line in held if line.startswith("/items/maxLength: ")]
        self.assertEqual(len(of_lengths), 1)
        self.assertIn("openai, anthropic", of_lengths[0])
        self.assertNotIn("vllm", of_lengths[0])
        self.assertTrue(any(line.startswith("/uniqueItems: ") and "vllm" in line for line in held))

    def test_dialects_can_be_chosen(self):
        schema = '{"type": "array", "items": {"type": "string", "maxLength": 9}, "maxItems": 3, "uniqueItems": true}'
        ended = tenon("schema", "lint", "--dialect", "openai", "--dialect", "vllm", schema)
        self.assertIn("/uniqueItems: openai, vllm\n", ended.out)
        self.assertIn("/items/maxLength: openai\n", ended.out)
        self.assertNotIn("deepseek", ended.out)
        self.assert_refused(tenon("schema", "lint", "--dialect", "x", schema), 2, "--dialect", "openai")

    def test_a_dialect_without_a_form_is_named_with_its_reason(self):
        schema = json.dumps({"type": "object", "properties": {f"m{i}": {"type": "string"} for i in range(25)}})
        ended = tenon("schema", "lint", "--dialect", "anthropic", schema)
        self.assertEqual(ended.status, 0)
        self.assertIn("no form for the schema (max_optional_properties): anthropic", ended.out)

    def test_json_has_the_notes_of_every_dialect_with_their_places(self):
        schema = '{"type": "array", "items": {"type": "string", "maxLength": 9}}'
        report = tenon("schema", "lint", "--json", schema).value()
        by_name = {one["dialect"]: one for one in report["dialects"]}
        self.assertEqual(by_name["vllm"]["notes"], [])
        note = by_name["openai"]["notes"][0]
        self.assertEqual((note["place"], note["keyword"]), ("/items/maxLength", "maxLength"))
        self.assertIsNone(by_name["openai"]["refused"])
        only = tenon("schema", "lint", "--json", "--dialect", "groq", schema).value()["dialects"]
        self.assertEqual([one["dialect"] for one in only], ["groq"])

    def test_with_a_higher_level_the_list_is_left_out_unless_it_is_asked_for(self):
        schema = '{"type": "string", "maxLength": 9}'
        self.assertNotIn("held only", tenon("schema", "lint", "--level", "warning", schema).out)
        self.assertIn("held only", tenon("schema", "lint", "--level", "warning", "--dialect", "groq", schema).out)
