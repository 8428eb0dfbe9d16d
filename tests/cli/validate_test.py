"""tenon validate: every violation with its place."""

from support import Case, tenon

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
