"""The configuration: which file is read, what goes over what, and what is said of mistakes."""

import json

from provider import VALUE, chat, dead_port, provided
from support import Case, environment, tenon

SCHEMA = "name, age int"
GOOD = """
model = "desk:small"
mode = "json"
[providers.desk]
profile = "openai-compatible"
base_url = "{url}"
"""
BAD = """model = 3
[providers.openai]
base_ulr = "https://x"
[policies.mine]
attempt_timeout = 30
"""


class Config(Case):
    def home(self, text):
        """An environment whose own configuration is this."""
        (self.folder / "tenon").mkdir()
        self.file("tenon/tenon.toml", text)
        return environment(XDG_CONFIG_HOME=self.folder)

    def test_without_a_file_the_defaults_are_shown(self):
        ended = tenon("config", "check")
        self.assertEqual((ended.status, ended.err), (0, ""))
        self.assertIn("no file", ended.out)
        self.assertRegex(ended.out, r"model +local +default")

    def test_check_config_is_the_same_as_config_check(self):
        path = self.file("a.toml", GOOD.format(url="http://127.0.0.1:1"))
        long = tenon("config", "check", path)
        self.assertEqual(long.status, 0, long.err)
        for short in (tenon("--check-config", path), tenon(f"--check-config={path}")):
            self.assertEqual((short.status, short.out), (0, long.out))

    def test_every_setting_says_where_it_is_from(self):
        env = self.home(GOOD.format(url="http://127.0.0.1:1"))
        env["ANTHROPIC_BASE_URL"] = "http://127.0.0.1:2"
        ended = tenon("config", "check", "--json", env=env)
        self.assertEqual(ended.status, 0, ended.err)
        path = str(self.folder / "tenon" / "tenon.toml")
        self.assertEqual(ended.value()["file"], path)
        settings = {s["name"]: (s["value"], s["from"]) for s in ended.value()["settings"]}
        self.assertEqual(settings["model"], ("desk:small", path))
        self.assertEqual(settings["mode"], ("json_object", path))
        self.assertEqual(settings["reading"], ("wrapper", "default"))
        self.assertEqual(settings["providers.anthropic.base_url"], ("http://127.0.0.1:2", "ANTHROPIC_BASE_URL"))

    def test_all_mistakes_are_told_at_once_with_lines_and_status_2(self):
        path = self.file("bad.toml", BAD)
        for ended in (tenon("config", "check", path), tenon("--check-config", path)):
            self.assert_refused(
                ended, 2, "3 mistakes", f"{path}:1: model", f"{path}:3: providers.openai.base_ulr", "nearest is base_url",
                f"{path}:5: policies.mine.attempt_timeout",
            )

    def test_mistakes_are_one_json_object_where_json_is_wanted(self):
        failure = tenon("config", "check", "--json", self.file("bad.toml", BAD)).failure()
        self.assertEqual((failure["kind"], failure["status"]), ("invalid_argument", 2))
        self.assertEqual([e["code"] for e in failure["errors"]], ["wrong_type", "unknown_name", "wrong_type"])
        self.assertEqual(failure["errors"][1]["nearest"], "base_url")

    def test_a_call_with_a_broken_configuration_asks_nobody(self):
        one = provided(self, (200, chat()))
        path = self.file("bad.toml", BAD)
        ended = tenon("extract", "--schema", SCHEMA, "--config", path, "--model", "openai-compatible:x", "--base-url", one.url, stdin="x")
        self.assert_refused(ended, 2, "3 mistakes")
        self.assertEqual(one.asked, [])

    def test_a_named_file_that_is_not_there_is_status_3(self):
        missing = self.folder / "none.toml"
        self.assert_refused(tenon("config", "check", missing), 3, str(missing))
        self.assert_refused(tenon("config", "check", env=environment(TENON_CONFIG=missing)), 3, str(missing))
        self.assert_refused(tenon("models", "--config", missing), 3, str(missing))

    def test_the_option_goes_over_the_variable_and_that_over_the_users_own_file(self):
        env = self.home('model = "ollama:own"\n')
        model = lambda *words: next(
            s["value"] for s in tenon("config", "check", "--json", *words, env=env).value()["settings"] if s["name"] == "model"
        )
        self.assertEqual(model(), "ollama:own")
        env["TENON_CONFIG"] = str(self.file("variable.toml", 'model = "ollama:variable"\n'))
        self.assertEqual(model(), "ollama:variable")
        self.assertEqual(model(self.file("option.toml", 'model = "ollama:option"\n')), "ollama:option")

    # It came with somebody's data, and could send a key elsewhere.
    def test_a_file_in_the_current_folder_is_not_read_unless_it_is_named(self):
        self.file("tenon.toml", 'model = "ollama:planted"\n')
        ended = tenon("config", "check", cwd=self.folder)
        self.assertEqual(ended.status, 0)
        self.assertNotIn("planted", ended.out)
        self.assertIn("--config", ended.err)
        self.assertIn("planted", tenon("config", "check", "tenon.toml", cwd=self.folder).out)

    def test_a_relative_folder_of_configurations_is_ignored(self):
        (self.folder / "x" / "tenon").mkdir(parents=True)
        self.file("x/tenon/tenon.toml", 'model = "ollama:planted"\n')
        ended = tenon("config", "check", cwd=self.folder, env=environment(XDG_CONFIG_HOME="x", HOME="/nonexistent"))
        self.assertNotIn("planted", ended.out)

    def test_the_home_folder_holds_the_file_where_no_variable_says_otherwise(self):
        (self.folder / ".config" / "tenon").mkdir(parents=True)
        self.file(".config/tenon/tenon.toml", 'model = "ollama:home"\n')
        ended = tenon("config", "check", env=environment(XDG_CONFIG_HOME=None, HOME=self.folder))
        self.assertIn("ollama:home", ended.out)

    def test_an_address_of_the_environment_that_is_none_names_its_variable(self):
        ended = tenon("config", "check", env=environment(GROQ_BASE_URL="groq.example.com"))
        self.assert_refused(ended, 2, "GROQ_BASE_URL", "providers.groq")

    def test_a_provider_of_the_file_without_an_address_is_a_mistake(self):
        self.assert_refused(tenon("config", "check", self.file("a.toml", "[providers.azure]\n")), 2, "providers.azure", "base_url")

    def test_the_file_says_who_is_asked_and_how(self):
        one = provided(self, (200, chat()))
        ended = tenon("extract", "--schema", SCHEMA, stdin="Ada, 36", env=self.home(GOOD.format(url=one.url)))
        self.assertEqual(ended.status, 0, ended.err)
        self.assertEqual(ended.value(), VALUE)
        self.assertEqual(one.asked[0].json()["model"], "small")
        self.assertEqual(one.asked[0].json()["response_format"], {"type": "json_object"})

    def test_flags_go_over_the_file(self):
        one = provided(self, (200, chat()))
        env = self.home(GOOD.format(url=dead_port()))
        ended = tenon(
            "extract", "--schema", SCHEMA, "--model", "desk:large", "--base-url", one.url, "--mode", "prompt", stdin="Ada, 36", env=env
        )
        self.assertEqual(ended.status, 0, ended.err)
        self.assertEqual(one.asked[0].json()["model"], "large")
        self.assertNotIn("response_format", one.asked[0].json())

    def test_a_policy_of_the_file_is_known_by_its_name(self):
        one = provided(self, (503, {"error": {"message": "busy"}}))
        text = GOOD.format(url=one.url) + "[policies.hasty]\nbase = 'once'\n"
        env = self.home(text)
        ended = tenon("extract", "--schema", SCHEMA, "--policy", "hasty", "--json", stdin="Ada, 36", env=env)
        self.assertEqual(ended.status, 3)
        self.assertEqual(len(one.asked), 1)
        self.assert_refused(
            tenon("extract", "--schema", SCHEMA, "--policy", "hastily", stdin="x", env=env), 2, "--policy", "hasty", "incidentops"
        )

    def test_a_variable_gives_the_address_where_the_file_has_none(self):
        one = provided(self, (200, chat()))
        env = environment(OPENAI_COMPATIBLE_BASE_URL=one.url)
        ended = tenon("extract", "--schema", SCHEMA, "--model", "openai-compatible:x", stdin="Ada, 36", env=env)
        self.assertEqual(ended.value(), VALUE, ended.err)

    def test_the_configuration_of_a_base_url_for_a_local_model_is_wrong_use(self):
        for model in ([], ["--model", "local:x"], ["--model", "nobody:x"]):
            ended = tenon("extract", "--schema", SCHEMA, *model, "--base-url", "http://127.0.0.1:1", stdin="x")
            self.assert_refused(ended, 2, "--base-url", "PROVIDER:MODEL")

    def test_json_of_a_success_is_read_back(self):
        text = tenon("config", "check", "--json", self.file("a.toml", GOOD.format(url="http://127.0.0.1:1"))).out
        self.assertIn("settings", json.loads(text))
