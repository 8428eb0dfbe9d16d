"""Bad input: each a message with place and reason, the right status, nothing half-written.

None of these needs a model: what is wrong with the files is found before one is opened.
"""

import os
import time
import unittest

from support import Case, environment, has_local, tenon

AS_ROOT = os.geteuid() == 0


class BrokenSchema(Case):
    def refused(self, schema, *words, status=2):
        path = self.file("s.json", schema)
        for command in ("extract", "validate"):
            self.assert_refused(tenon(command, "--schema", path, stdin="x"), status, *words)

    def test_a_syntax_error_names_file_line_and_column(self):
        self.refused('{\n  "type": "object",\n  "properties": {,}\n}\n', "s.json:3:18")

    def test_an_unsupported_keyword_names_its_place(self):
        self.refused('{"properties": {"a": {"$dynamicRef": "#x"}}}', "s.json", "/properties/a", "$dynamicRef")

    def test_a_reference_without_target_names_its_place(self):
        self.refused('{"properties": {"a": {"$ref": "#/$defs/none"}}}', "s.json", "/properties/a", "#/$defs/none")

    def test_a_bound_that_is_no_number_names_its_place(self):
        self.refused('{"maxLength": "ten"}', "s.json", "maxLength")

    def test_a_schema_that_is_an_array_is_refused(self):
        self.refused("[1]", "s.json")

    def test_an_empty_schema_file_is_refused(self):
        self.refused("", "s.json", "empty")

    def test_a_repeated_name_is_refused(self):
        self.refused('{"type": "object", "type": "array"}', "s.json:1:20")

    def test_inline_json_with_an_error_names_its_place(self):
        self.assert_refused(tenon("validate", "--schema", '{"type": }', stdin="1"), 2, "--schema:1:10")

    def test_what_is_neither_file_nor_json_nor_a_line_is_said_so(self):
        self.assert_refused(tenon("validate", "--schema", "no/such/schema.json", stdin="1"), 3, "no/such/schema.json", "no such file")


class BadFile(Case):
    def test_a_missing_input_is_named(self):
        self.assert_refused(tenon("extract", "--schema", "a", self.folder / "none.txt"), 3, "none.txt", "no such file")

    def test_a_folder_is_not_read(self):
        for command in ("extract", "validate"):
            self.assert_refused(tenon(command, "--schema", "a", self.folder), 3, str(self.folder), "folder")

    def test_a_folder_as_schema_is_not_read(self):
        self.assert_refused(tenon("validate", "--schema", str(self.folder) + "/"), 3, "folder")

    @unittest.skipIf(AS_ROOT, "root may read everything")
    def test_an_unreadable_file_is_named(self):
        path = self.file("secret.txt", "x")
        path.chmod(0)
        self.assert_refused(tenon("extract", "--schema", "a", path), 3, "secret.txt", "permission denied")

    def test_a_file_that_fails_while_it_is_read_is_named(self):
        # /proc/self/mem opens and then refuses to be read at 0: also what root meets as an unreadable file.
        self.assert_refused(tenon("extract", "--schema", "a", "/proc/self/mem"), 3, "/proc/self/mem")

    def test_an_empty_input_is_refused(self):
        self.assert_refused(tenon("extract", "--schema", "a"), 2, "stdin", "empty")

    def test_white_space_is_no_input(self):
        self.assert_refused(tenon("extract", "--schema", "a", stdin=" \n\t\n"), 2, "white space")

    def test_a_nul_is_named_with_its_offset(self):
        self.assert_refused(tenon("extract", "--schema", "a", stdin=b"abc\0def"), 2, "not text", "byte 3")

    def test_invalid_utf_8_is_named_with_its_offset(self):
        path = self.file("latin1.txt", b"caf\xe9 is down")
        self.assert_refused(tenon("extract", "--schema", "a", path), 2, "latin1.txt", "UTF-8", "byte 3")

    def test_binary_instructions_are_refused(self):
        path = self.file("how.txt", b"\x7fELF\0")
        self.assert_refused(tenon("extract", "--schema", "a", "--instructions", path, stdin="x"), 2, "how.txt", "not text")

    def test_missing_instructions_are_named(self):
        self.assert_refused(
            tenon("extract", "--schema", "a", "--instructions", self.folder / "none", stdin="x"), 3, "none", "no such file"
        )

    def test_more_than_the_limit_is_refused_by_name(self):
        path = self.folder / "huge.txt"
        with open(path, "wb") as huge:
            huge.truncate((64 << 20) + 1)
        self.assert_refused(tenon("extract", "--schema", "a", path), 3, "huge.txt", "max_input")

    def test_a_report_into_a_missing_folder_is_refused_before_anything_is_spent(self):
        began = time.monotonic()
        self.assert_refused(
            tenon("extract", "--schema", "a", "--report", self.folder / "none" / "r.json", stdin="x"), 3, "r.json", "no such file"
        )
        self.assertLess(time.monotonic() - began, 5)

    def test_a_report_onto_a_folder_is_refused(self):
        self.assert_refused(tenon("extract", "--schema", "a", "--report", self.folder, stdin="x"), 3, "folder")


@unittest.skipUnless(os.environ.get("TENON_PROGRAM") and has_local(), "this build has no local models")
class BadModel(Case):
    def nothing_but(self, **changes):
        return environment(TENON_CACHE=self.folder / "cache", **changes)

    def test_no_model_file_says_how_to_fetch_one(self):
        self.assert_refused(
            tenon("extract", "--schema", "a", stdin="x", env=self.nothing_but()), 3, "tenon models fetch", "qwen2.5-coder-0.5b"
        )

    def test_an_unknown_model_lists_what_there_is(self):
        self.assert_refused(
            tenon("extract", "--schema", "a", "--model", "local:gpt-99", stdin="x", env=self.nothing_but()), 2, "gpt-99", "smollm2-135m"
        )

    def test_an_unknown_provider_is_refused(self):
        self.assert_refused(tenon("extract", "--schema", "a", "--model", "nobody:x", stdin="x"), 2, "nobody")

    def test_a_file_that_is_no_gguf_is_refused(self):
        path = self.file("model.gguf", b"This is not a model.\n" * 1000)
        for run in (
            tenon("extract", "--schema", "a", stdin="x", env=self.nothing_but(TENON_MODEL=path)),
            tenon("extract", "--schema", "a", "--model", f"local:{path}", stdin="x", env=self.nothing_but()),
        ):
            self.assert_refused(run, 3, "model.gguf", "GGUF")

    def test_a_gguf_header_without_the_rest_is_refused(self):
        path = self.file("cut.gguf", b"GGUF" + (3).to_bytes(4, "little") + (290).to_bytes(8, "little") + (26).to_bytes(8, "little"))
        self.assert_refused(
            tenon("extract", "--schema", "a", stdin="x", env=self.nothing_but(TENON_MODEL=path)), 3, "cut.gguf"
        )

    def test_an_empty_model_file_is_refused(self):
        path = self.file("empty.gguf", b"")
        self.assert_refused(
            tenon("extract", "--schema", "a", stdin="x", env=self.nothing_but(TENON_MODEL=path)), 3, "empty.gguf"
        )

    def test_a_missing_model_file_is_named(self):
        self.assert_refused(
            tenon("extract", "--schema", "a", stdin="x", env=self.nothing_but(TENON_MODEL="/no/such.gguf")), 3, "/no/such.gguf"
        )

    def test_a_missing_model_is_a_json_object_where_json_is_wanted(self):
        failure = tenon("extract", "--json", "--schema", "a", stdin="x", env=self.nothing_but()).failure()
        self.assertEqual((failure["kind"], failure["group"], failure["status"]), ("model_unavailable", "unavailable", 3))

    def test_show_request_needs_no_model_file(self):
        ended = tenon(
            "extract", "--type", "IncidentExtraction", "--show-request", stdin="payments-api is down", env=self.nothing_but()
        )
        self.assertEqual((ended.status, ended.err), (0, ""))
        sent = ended.value()
        self.assertEqual(sent["mode"], "native")
        self.assertIn("payments-api is down", sent["messages"][-1]["text"])

    def test_braces_in_the_input_are_text(self):
        ended = tenon("extract", "--schema", "a", "--show-request", stdin="{input} {report} {{x}}", env=self.nothing_but())
        self.assertIn("{input} {report} {{x}}", ended.value()["messages"][-1]["text"])

    def test_the_system_message_can_be_replaced_and_added_to(self):
        more = self.file("more.txt", "Answer in German.")
        ended = tenon(
            "extract", "--schema", "a", "--system", "You are brief.", "--instructions", more, "--show-request",
            stdin="x", env=self.nothing_but(),
        )
        system = ended.value()["messages"][0]
        self.assertEqual(system["role"], "system")
        self.assertIn("You are brief.\n\nAnswer in German.", system["text"])

    def test_a_python_without_network_or_pip_is_said_so_and_nothing_is_left(self):
        tools = self.folder / "bin"
        tools.mkdir()
        fake = tools / "python3"
        fake.write_text("#!/bin/sh\necho 'OSError: [Errno 28] No space left on device' >&2\nexit 1\n")
        fake.chmod(0o755)
        env = self.nothing_but(PATH=f"{tools}:/usr/bin:/bin")
        ended = tenon("models", "fetch", "smollm2-135m", env=env)
        self.assert_refused(ended, 3, "No space left on device")
        left = [p for p in (self.folder / "cache").rglob("*.gguf")] if (self.folder / "cache").exists() else []
        self.assertEqual(left, [])

    def test_an_unknown_model_is_not_fetched(self):
        self.assert_refused(tenon("models", "fetch", "gpt-99", env=self.nothing_but()), 2, "gpt-99", "smollm2-135m")

    def test_the_list_says_what_is_not_fetched(self):
        ended = tenon("models", env=self.nothing_but())
        self.assertEqual(ended.status, 0)
        self.assertIn("* qwen2.5-coder-0.5b", ended.out)
        self.assertEqual(ended.out.count("not fetched"), 3)
