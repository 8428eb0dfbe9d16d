"""tenon validate: every violation with its place."""

from support import Case, OnTerminal, tenon

SCHEMA = '{"type":"object","properties":{"level":{"enum":["SEV1","SEV2"]},"n":{"type":"integer"}},"required":["level"]}'


class Validate(Case):
    def test_a_valid_text_is_status_0_and_stdout_stays_empty(self):
        ended = tenon("validate", "--schema", SCHEMA, stdin='{"level": "SEV1"}')
        self.assertEqual((ended.status, ended.out, ended.err), (0, "", "stdin: valid\n"))

    def test_quiet_says_nothing_about_a_valid_text(self):
        ended = tenon("validate", "--quiet", "--schema", SCHEMA, stdin='{"level": "SEV1"}')
        self.assertEqual((ended.status, ended.err), (0, ""))

    def test_an_error_has_line_column_byte_pointer_keyword_expected_and_found(self):
        path = self.file("v.json", '{\n  "level": "SEV7",\n  "n": 1\n}\n')
        self.assert_refused(
            tenon("validate", "--schema", SCHEMA, path), 1, f"{path}:2:12: byte 13", "/level", "enum", "SEV1", "SEV7"
        )

    def test_every_error_is_a_line(self):
        ended = tenon("validate", "--schema", SCHEMA, stdin='{"level": 1, "n": "x"}')
        self.assertEqual(ended.status, 1)
        self.assertEqual(len(ended.err.strip().splitlines()), 2, ended.err)

    def test_a_repeated_name_is_an_error(self):
        self.assert_refused(
            tenon("validate", "--schema", SCHEMA, stdin='{"level":"SEV1","level":"SEV2"}'), 1, "duplicate_key", "byte 16"
        )

    def test_a_text_that_is_no_json_is_an_error_with_its_place(self):
        self.assert_refused(tenon("validate", "--schema", SCHEMA, stdin='{"level": }'), 1, "stdin:1:11", "byte 10")

    def test_an_empty_text_is_an_error(self):
        self.assert_refused(tenon("validate", "--schema", SCHEMA), 1, "empty")

    def test_json_has_the_errors_as_data(self):
        failure = tenon("validate", "--json", "--schema", SCHEMA, stdin='{"level": "SEV7"}').failure()
        (error,) = failure["errors"]
        self.assertEqual(failure["kind"], "schema_invalid")
        self.assertEqual((error["place"], error["code"], error["offset"], error["line"]), ("/level", "enum", 10, 1))

    def test_a_column_counts_code_points(self):
        self.assert_refused(tenon("validate", "--schema", "a int", stdin='{"é": 1, "a": "x"}'), 1, "stdin:1:15: byte 15")

    def test_a_type_is_validated_like_a_schema(self):
        self.assert_refused(tenon("validate", "--type", "IncidentExtraction", stdin="{}"), 1, "required", "service")

    def test_output_flag_is_the_verdict_on_stdout(self):
        ended = tenon("validate", "--output", "flag", "--schema", SCHEMA, stdin='{"level": "SEV1"}')
        self.assertEqual((ended.status, ended.value(), ended.err), (0, {"valid": True}, ""))
        ended = tenon("validate", "--output", "flag", "--schema", SCHEMA, stdin='{"level": "SEV7"}')
        self.assertEqual((ended.status, ended.value(), ended.err), (1, {"valid": False}, ""))

    def test_output_basic_has_the_locations_of_the_standard(self):
        path = self.file("s.json", SCHEMA)
        ended = tenon("validate", "--output", "basic", "--schema", path, stdin='{"level": "SEV7"}')
        self.assertEqual((ended.status, ended.err), (1, ""))
        output = ended.value()
        self.assertFalse(output["valid"])
        (error,) = output["errors"]
        self.assertEqual((error["keywordLocation"], error["instanceLocation"]), ("/properties/level/enum", "/level"))
        self.assertEqual(error["absoluteKeywordLocation"], path.resolve().as_uri() + "#/properties/level/enum")

    def test_output_says_nothing_about_a_text_that_is_no_json(self):
        self.assert_refused(tenon("validate", "--output", "basic", "--schema", SCHEMA, stdin="{"), 1, "unexpected_end")
        self.assert_refused(
            tenon("validate", "--output", "flag", "--schema", SCHEMA, stdin='{"n":1,"n":1}'), 1, "duplicate_key"
        )

    def test_output_takes_the_formats_that_there_are(self):
        self.assert_refused(tenon("validate", "--output", "xml", "--schema", "a"), 2, "--output", "flag", "basic")

    def test_draft_is_for_schemas_that_do_not_name_one(self):
        schema = '{"type": "array", "prefixItems": [{"type": "null"}]}'
        self.assertEqual(tenon("validate", "--schema", schema, stdin="[1]").status, 1)
        self.assertEqual(tenon("validate", "--draft", "7", "--schema", schema, stdin="[1]").status, 0)
        named = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "prefixItems": [{"type": "null"}]}'
        self.assertEqual(tenon("validate", "--draft", "7", "--schema", named, stdin="[1]").status, 1)

    def test_no_format_makes_formats_annotations(self):
        schema = '{"format": "date"}'
        self.assertEqual(tenon("validate", "--schema", schema, stdin='"x"').status, 1)
        self.assertEqual(tenon("validate", "--no-format", "--schema", schema, stdin='"x"').status, 0)

    def test_how_to_read_a_schema_says_nothing_about_a_type(self):
        for option in (["--draft", "7"], ["--no-format"], ["--with", self.folder]):
            self.assert_refused(tenon("validate", "--type", "DocMetadata", *option, stdin="{}"), 2, option[0])


class Documents(Case):
    """--with: schemas in several files, and no network."""

    def setUp(self):
        super().setUp()
        (self.folder / "parts").mkdir()
        self.file("parts/address.json", '{"properties": {"zip": {"$ref": "zip.json"}}}')
        self.file("parts/zip.json", '{"maxLength": 3}')
        self.file("parts/kind.json", '{"$id": "http://example.com/kind", "enum": ["a"]}')
        self.main = self.file(
            "main.json",
            '{"properties": {"at": {"$ref": "parts/address.json"}, "kind": {"$ref": "http://example.com/kind"}}}',
        )

    def check(self, *with_, schema=None, stdin='{"at": {"zip": "12345"}, "kind": "b"}'):
        options = [word for path in with_ for word in ("--with", path)]
        return tenon("validate", "--json", "--schema", schema or self.main, *options, stdin=stdin)

    def test_a_folder_gives_every_schema_in_it(self):
        ended = self.check(self.folder / "parts")
        self.assertEqual(ended.status, 1, ended.err)
        errors = ended.failure()["errors"]
        self.assertEqual([e["place"] for e in errors], ["/at/zip", "/kind"])
        self.assertEqual(errors[0]["rule"], "/properties/at/$ref/properties/zip/$ref/maxLength")

    def test_files_are_given_one_by_one(self):
        parts = [self.folder / "parts" / name for name in ("address.json", "zip.json", "kind.json")]
        self.assertEqual(len(self.check(*parts).failure()["errors"]), 2)

    def test_a_document_that_is_missing_is_named_with_what_to_do(self):
        ended = self.check(self.folder / "parts" / "address.json", self.folder / "parts" / "kind.json")
        self.assert_refused(ended, 2, "parts/zip.json", "--with")
        self.assert_refused(self.check(), 2, "address.json", "--with")

    def test_a_main_schema_with_an_id_finds_the_files_beside_it(self):
        main = self.file("named.json", '{"$id": "https://example.com/s/named.json", "$ref": "parts/address.json"}')
        ended = self.check(self.folder / "parts", schema=main, stdin='{"zip": "12345"}')
        self.assertEqual([e["place"] for e in ended.failure()["errors"]], ["/zip"])

    def test_an_id_of_its_own_comes_before_a_place(self):
        self.file("parts/other.json", '{"$id": "https://example.com/s/parts/zip.json", "maxLength": 9}')
        main = self.file("named.json", '{"$id": "https://example.com/s/named.json", "$ref": "parts/zip.json"}')
        self.assertEqual(self.check(self.folder / "parts", schema=main, stdin='"12345"').status, 0)

    def test_a_name_that_a_uri_must_encode_is_found(self):
        self.file("parts/ä b%.json", '{"maxLength": 1}')
        main = self.file("odd.json", '{"$ref": "parts/%C3%A4%20b%25.json"}')
        self.assertEqual(self.check(self.folder / "parts", schema=main, stdin='"12"').status, 1)

    def test_what_is_no_json_in_a_folder_matters_only_where_it_is_meant(self):
        self.file("parts/broken.json", "{no")
        self.assertEqual(self.check(self.folder / "parts").status, 1)
        main = self.file("b.json", '{"$ref": "parts/broken.json"}')
        self.assert_refused(self.check(self.folder / "parts", schema=main), 2, "broken.json:1:2")
        self.assert_refused(self.check(self.folder / "parts" / "broken.json"), 2, "broken.json:1:2")

    def test_a_path_that_is_not_there_is_status_3(self):
        self.assert_refused(self.check(self.folder / "none"), 3, "none")


class Lines(Case):
    def test_of_alternatives_the_closest_is_told(self):
        schema = '{"anyOf": [{"maxLength": 3, "pattern": "^x"}, {"maxLength": 5}]}'
        ended = tenon("validate", "--schema", schema, stdin='"abcdef"')
        lines = ended.err.splitlines()
        self.assertEqual(len(lines), 2, ended.err)
        self.assertIn("alternative 1 came closest", lines[0])
        self.assertIn("at most 5", lines[1])

    def test_of_alternatives_the_only_one_that_can_be_meant_is_told_alone(self):
        schema = '{"oneOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]}'
        (line,) = tenon("validate", "--schema", schema, stdin='"abcdef"').err.splitlines()
        self.assertIn("maxLength", line)

    def test_on_a_terminal_the_excerpt_is_cut_and_the_pointer_is_not(self):
        schema = '{"properties": {"a_rather_long_name_of_a_member": {"maxLength": 3, "enum": ["yes", "no"]}}}'
        path = self.file("v.json", '{"a_rather_long_name_of_a_member": "' + "x" * 200 + '"}')
        wide = tenon("validate", "--schema", schema, path).err
        self.assertIn("x" * 70, wide)
        columns = len(str(path)) + 110
        ended = OnTerminal("validate", "--schema", schema, path, columns=columns).finish()
        lines = ended.err.replace("\x1b[1;31m", "").replace("\x1b[0m", "").splitlines()
        self.assertEqual(len(lines), len(wide.splitlines()))
        for line in lines:
            self.assertLessEqual(len(line), columns, line)
            self.assertIn("/a_rather_long_name_of_a_member", line)
            self.assertIn("…", line)
        self.assertIn("yes", ended.err)

    def test_a_name_cannot_command_the_terminal(self):
        ended = tenon("validate", "--schema", '{"additionalProperties": false}', stdin='{"\\u001b[2J": 1}')
        self.assertEqual(ended.status, 1)
        self.assertNotIn("\x1b", ended.err)
