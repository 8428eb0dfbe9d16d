"""The command line itself: help, version, and what is said about a wrong one."""

import os

from support import ROOT, Case, tenon


class Usage(Case):
    def test_help_goes_to_stdout_with_examples_and_exit_statuses(self):
        ended = tenon("--help")
        self.assertEqual((ended.status, ended.err), (0, ""))
        for word in ("Usage: tenon COMMAND", "extract", "validate", "repair", "schema", "models", "Examples:", "Exit status:", "130"):
            self.assertIn(word, ended.out)

    def test_every_command_has_a_page_with_an_example(self):
        for words in (["extract"], ["validate"], ["repair"], ["schema"], ["schema", "lower"], ["models"], ["models", "list"], ["models", "fetch"], ["config"], ["config", "check"], ["completions"], ["man"]):
            ended = tenon(*words, "--help")
            self.assertEqual(ended.status, 0, words)
            self.assertIn("Usage: tenon " + " ".join(words), ended.out)
            self.assertIn("Examples:", ended.out, words)

    def test_a_help_page_is_at_most_eighty_columns_wide_where_there_is_no_terminal(self):
        for words in ([], ["extract"], ["schema"]):
            lines = tenon(*words, "--help").out.splitlines()
            self.assertLessEqual(max(len(line) for line in lines if "tenon " not in line), 80, words)

    def test_the_version_is_one_line(self):
        ended = tenon("--version")
        self.assertEqual(ended.status, 0)
        self.assertRegex(ended.out, r"\Atenon \d+\.\d+\.\d+\n\Z")

    def test_no_command_is_wrong_use(self):
        self.assert_refused(tenon(), 2, "needs a command", "tenon --help")

    def test_an_unknown_command_lists_the_commands(self):
        self.assert_refused(tenon("extrct"), 2, "'extrct'", "did you mean extract?", "validate", "schema", "models")

    def test_an_unknown_option_is_named_and_the_nearest_offered(self):
        self.assert_refused(tenon("extract", "--shema", "a"), 2, "--shema", "did you mean --schema?")

    def test_a_second_input_is_refused(self):
        self.assert_refused(tenon("validate", "--schema", "a", "one", "two"), 2, "'two'")

    def test_an_option_without_its_value_is_refused(self):
        self.assert_refused(tenon("extract", "--schema"), 2, "--schema")

    def test_an_option_given_twice_is_refused(self):
        self.assert_refused(tenon("extract", "--type", "DocMetadata", "--type", "DocMetadata"), 2, "--type", "2 times")

    def test_a_bad_mode_names_the_modes(self):
        self.assert_refused(tenon("extract", "--schema", "a", "--mode", "fast"), 2, "--mode", "'fast'", "auto, native, tool, json, prompt")

    def test_a_bad_reading_level_names_the_levels(self):
        self.assert_refused(
            tenon("extract", "--schema", "a", "--reading", "all"), 2, "--reading", "strict, clean, wrapper, syntax, coerce"
        )

    def test_a_bad_policy_names_the_policies(self):
        self.assert_refused(tenon("extract", "--schema", "a", "--policy", "x"), 2, "--policy", "incidentops", "spring", "once")

    def test_numbers_outside_their_range_name_the_range(self):
        for option, value, words in (
            ("--attempts", "0", "from 1 to 100"),
            ("--attempts", "two", "from 1 to 100"),
            ("--attempts", "-1", "from 1 to 100"),
            ("--attempts", "2.5", "from 1 to 100"),
            ("--temperature", "3", "from 0 to 2"),
            ("--temperature", "nan", "from 0 to 2"),
            ("--timeout", "0", "from 0.001"),
            ("--seed", "99999999999", "from 0 to 4294967295"),
            ("--max-tokens", "0", "from 1 to 1000000"),
            ("--max-total-tokens", "0", "from 1 to 1000000000"),
            ("--max-cost", "5 cents", "an amount such as 0.05"),
            ("--max-cost", "-1", "an amount such as 0.05"),
        ):
            with self.subTest(option=option, value=value):
                self.assert_refused(tenon("extract", "--schema", "a", option, value), 2, option, f"'{value}'", words)

    def test_an_unknown_type_lists_the_types(self):
        for command in ("extract", "validate", "schema"):
            self.assert_refused(
                tenon(command, "--type", "Incident"), 2, "'Incident'", "IncidentExtraction", "IncidentAssessment",
                "AgentReply", "DocMetadata", "RelatedSummary",
            )

    def test_schema_and_type_exclude_each_other(self):
        for command in ("extract", "validate"):
            self.assert_refused(
                tenon(command, "--schema", "a", "--type", "DocMetadata"), 2, "--schema", "--type", "exclude"
            )

    def test_neither_schema_nor_type_is_refused(self):
        for command in ("extract", "validate"):
            self.assert_refused(tenon(command), 2, "--schema", "--type")

    def test_an_empty_value_after_an_equals_sign_is_that_value(self):
        self.assert_refused(tenon("extract", "--schema=", "--quiet"), 2, "--schema is empty")

    def test_a_wrong_command_line_is_a_json_object_where_json_is_wanted(self):
        failure = tenon("extract", "--json", "--mode", "fast").failure()
        self.assertEqual((failure["kind"], failure["status"], failure["attempts"]), ("invalid_argument", 2, 0))
        self.assertIn("--mode", failure["message"])

    def test_a_full_disk_under_stdout_is_status_3(self):
        with open("/dev/full", "wb") as full:
            ended = tenon("--help", stdout=full)
        self.assertEqual(ended.status, 3)
        self.assertIn("stdout: no space left on device", ended.err)

    def test_a_closed_pipe_is_status_3_without_noise(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        ended = tenon("schema", "--type", "IncidentExtraction", stdout=write_end)
        os.close(write_end)
        self.assertEqual((ended.status, ended.err), (3, ""))

    def test_the_help_pages_name_every_option_of_the_documentation(self):
        commands = (("extract",), ("validate",), ("repair",), ("schema",), ("schema", "lower"), ("schema", "lint"), ("models",), ("config", "check"), ("man",), ("bowtie",))
        pages = "".join(tenon(*command, "--help").out for command in commands)
        documented = [
            line.split("`")[1].split()[0]
            for line in (ROOT / "docs" / "cli.md").read_text("utf-8").splitlines()
            if line.startswith("| `--")
        ]
        self.assertGreater(len(documented), 10)
        for name in documented:
            self.assertIn(name, pages)
