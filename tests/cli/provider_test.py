"""Models of providers through the program: calls, budgets, fallbacks, previews, probes."""

import json

from provider import VALUE, chat, dead_port, provided
from support import Case, environment, tenon

SCHEMA = "name, age int"


def extract(*args, env=None, text="Ada, 36"):
    return tenon("extract", "--schema", SCHEMA, *args, stdin=text, env=env or environment())


class Calls(Case):
    def setUp(self):
        super().setUp()
        self.mine = ["--model", "openai-compatible:m", "--base-url"]

    def test_a_value_comes_from_a_provider_with_the_key_of_the_environment(self):
        one = provided(self, (200, chat()))
        ended = extract(*self.mine, one.url, env=environment(OPENAI_COMPATIBLE_API_KEY="secret-key"))
        self.assertEqual((ended.status, ended.value()), (0, VALUE), ended.err)
        (asked,) = one.asked
        self.assertEqual((asked.method, asked.path), ("POST", "/v1/chat/completions"))
        self.assertEqual(asked.headers["authorization"], "Bearer secret-key")
        self.assertIn("100 tokens in, 20 out", ended.err)

    def test_a_provider_without_its_key_is_status_2_and_names_the_variable(self):
        ended = extract("--model", "openai:m", "--json")
        self.assertEqual((ended.status, ended.failure()["kind"]), (2, "unauthorized"))
        self.assertIn("OPENAI_API_KEY", json.dumps(ended.failure()))

    def test_a_provider_that_cannot_be_reached_is_status_3(self):
        ended = extract(*self.mine, dead_port(), "--policy", "once", "--json")
        self.assertEqual((ended.status, ended.failure()["kind"]), (3, "network_error"))

    # S2-40
    def test_json_mode_asks_for_an_object_without_a_schema(self):
        one = provided(self, (200, chat()))
        self.assertEqual(extract(*self.mine, one.url, "--mode", "json").value(), VALUE)
        self.assertEqual(one.asked[0].json()["response_format"], {"type": "json_object"})

    # S5-77
    def test_the_next_model_is_asked_where_the_first_does_not_answer(self):
        down = provided(self, (503, {"error": {"message": "busy"}}))
        up = provided(self, (200, chat()))
        env = environment(VLLM_BASE_URL=up.url)
        ended = extract(*self.mine, down.url, "--fallback", "vllm:second", env=env)
        self.assertEqual(ended.status, 0, ended.err)
        self.assertEqual(ended.value(), VALUE)
        self.assertEqual(up.asked[0].json()["model"], "second")
        self.assertIn("2 attempts", ended.err)

    def test_the_fallbacks_of_the_file_are_asked_where_no_flag_says_otherwise(self):
        down = provided(self, (503, {"error": {"message": "busy"}}))
        up = provided(self, (200, chat()))
        path = self.file("a.toml", f'fallbacks = ["vllm:third"]\n[providers.vllm]\nbase_url = "{up.url}"\n')
        ended = extract(*self.mine, down.url, "--config", path)
        self.assertEqual(ended.value(), VALUE, ended.err)
        self.assertEqual(up.asked[0].json()["model"], "third")

    def test_a_fallback_that_is_no_model_is_refused_before_anything_is_asked(self):
        one = provided(self, (200, chat()))
        self.assert_refused(extract(*self.mine, one.url, "--fallback", "nobody:x"), 2, "nobody:x")
        self.assertEqual(one.asked, [])

    def test_a_model_without_a_price_is_not_asked_where_the_cost_is_limited(self):
        one = provided(self, (200, chat()))
        ended = extract(*self.mine, one.url, "--max-cost", "1", "--json")
        self.assertEqual((ended.status, ended.failure()["kind"]), (1, "budget_exhausted"))
        self.assertEqual(one.asked, [])

    def test_the_cost_of_a_call_is_limited_and_accounted(self):
        one = provided(self, (200, chat()))
        path = self.file("a.toml", '[models."openai-compatible:*"]\nprice = { input = "1", output = "5" }\n')
        report = self.folder / "report.json"
        words = [*self.mine, one.url, "--config", path, "--report", report]
        ended = extract(*words, "--max-cost", "0.000001", "--json")
        self.assertEqual((ended.status, ended.failure()["kind"]), (1, "budget_exhausted"))
        self.assertEqual(one.asked, [])
        ended = extract(*words, "--max-cost", "1")
        self.assertEqual(ended.value(), VALUE, ended.err)
        # 100 tokens at 1 and 20 at 5 for a million.
        self.assertIn("0.0002", report.read_text())

    def test_the_tokens_of_all_attempts_are_limited(self):
        one = provided(self, (200, chat()))
        ended = extract(*self.mine, one.url, "--max-total-tokens", "10", "--json")
        self.assertEqual((ended.status, ended.failure()["kind"]), (1, "budget_exhausted"))
        self.assertEqual(one.asked, [])
        self.assertEqual(extract(*self.mine, one.url, "--max-total-tokens", "100000").value(), VALUE)


class Preview(Case):
    def preview(self, *args, env=None):
        ended = extract("--show-request", *args, env=env)
        self.assertEqual(ended.status, 0, ended.err)
        return ended.value()

    def test_the_request_is_shown_without_its_secrets_and_nothing_is_sent(self):
        one = provided(self, (200, chat()))
        env = environment(OPENAI_API_KEY="secret-key-1234", OPENAI_BASE_URL=one.url)
        shown = self.preview("--model", "openai:gpt-5", env=env)
        self.assertEqual(one.asked, [])
        http = shown["http"]
        self.assertEqual((http["method"], http["url"]), ("POST", one.url + "/v1/chat/completions"))
        self.assertEqual(http["headers"]["authorization"], "***")
        self.assertEqual(http["headers"]["content-type"], "application/json")
        self.assertEqual(http["body"]["model"], "gpt-5")
        self.assertEqual(http["body"]["response_format"]["type"], "json_schema")
        self.assertIn("Ada, 36", json.dumps(http["body"]["messages"]))
        self.assertEqual(shown["messages"][-1]["role"], "user")

    def test_no_key_is_needed_to_look(self):
        for model, header in (("openai:x", "authorization"), ("anthropic:x", "x-api-key"), ("gemini:x", "x-goog-api-key")):
            self.assertEqual(self.preview("--model", model)["http"]["headers"][header], "***")

    def test_a_stream_is_shown_as_one(self):
        self.assertNotIn("stream", self.preview("--model", "openai:x")["http"]["body"])
        self.assertTrue(self.preview("--model", "openai:x", "--stream")["http"]["body"]["stream"])

    def test_what_is_shown_is_what_is_sent(self):
        one = provided(self, (200, chat()))
        words = ["--model", "openai-compatible:m", "--base-url", one.url]
        shown = self.preview(*words)["http"]
        extract(*words)
        self.assertEqual(one.asked[0].json(), shown["body"])
        self.assertTrue(shown["url"].endswith(one.asked[0].path))


class Probe(Case):
    def probed(self, *args, env=None):
        ended = tenon("models", "--probe", "--json", *args, env=env or environment())
        return ended, {p["name"]: p["probe"] for p in ended.value()["providers"]} if ended.out else {}

    def test_the_list_says_where_keys_are_expected_and_whether_they_are_there(self):
        ended = tenon("models", "--json", env=environment(GROQ_API_KEY="secret-key-1234"))
        self.assertEqual(ended.status, 0, ended.err)
        rows = {p["name"]: p for p in ended.value()["providers"]}
        self.assertEqual(rows["openai"]["base_url"], "https://api.openai.com")
        self.assertEqual((rows["openai"]["key_variable"], rows["openai"]["key_found"]), ("OPENAI_API_KEY", False))
        self.assertEqual((rows["groq"]["key_found"], rows["groq"]["configured"]), (True, True))
        self.assertEqual((rows["ollama"]["key_needed"], rows["ollama"]["configured"]), (False, False))
        text = tenon("models", env=environment(GROQ_API_KEY="secret-key-1234"))
        self.assertNotIn("secret", ended.out + text.out)
        self.assertRegex(text.out, r"Configured providers:\n +groq +https://api.groq.com/openai +GROQ_API_KEY \(set\)")

    def test_a_list_of_models_says_that_a_provider_is_reachable(self):
        one = provided(self, (200, {"object": "list", "data": []}))
        for name, variables, path, header in (
            ("openai", {"OPENAI_API_KEY": "k-123456", "OPENAI_BASE_URL": one.url}, "/v1/models", ("authorization", "Bearer k-123456")),
            ("openai-responses", {"OPENAI_API_KEY": "k-123456", "OPENAI_BASE_URL": one.url + "/v1"}, "/v1/models", ("authorization", "Bearer k-123456")),
            ("anthropic", {"ANTHROPIC_API_KEY": "k-123456", "ANTHROPIC_BASE_URL": one.url}, "/v1/models", ("x-api-key", "k-123456")),
            ("gemini", {"GEMINI_API_KEY": "k-123456", "GEMINI_BASE_URL": one.url}, "/v1beta/models", ("x-goog-api-key", "k-123456")),
            ("ollama", {"OLLAMA_HOST": one.url}, "/api/tags", None),
            ("groq", {"GROQ_API_KEY": "k-123456", "GROQ_BASE_URL": one.url + "/openai"}, "/openai/v1/models", ("authorization", "Bearer k-123456")),
            ("deepseek", {"DEEPSEEK_API_KEY": "k-123456", "DEEPSEEK_BASE_URL": one.url}, "/models", ("authorization", "Bearer k-123456")),
            ("openrouter", {"OPENROUTER_API_KEY": "k-123456", "OPENROUTER_BASE_URL": one.url + "/api"}, "/api/v1/key", ("authorization", "Bearer k-123456")),
            ("azure", {"AZURE_OPENAI_API_KEY": "k-123456", "AZURE_BASE_URL": one.url}, "/openai/v1/models", ("api-key", "k-123456")),
            ("azure-dated", {"AZURE_OPENAI_API_KEY": "k-123456", "AZURE_DATED_BASE_URL": one.url}, "/openai/models?api-version=2024-10-21", ("api-key", "k-123456")),
            ("llamacpp", {"LLAMACPP_BASE_URL": one.url}, "/v1/models", None),
        ):
            with self.subTest(name=name):
                ended, probes = self.probed(name, env=environment(**variables))
                self.assertEqual(ended.status, 0, ended.out)
                self.assertEqual((probes[name]["reachable"], probes[name]["failure"]), (True, None))
                asked = one.asked[-1]
                self.assertEqual((asked.method, asked.path, asked.body), ("GET", path, b""))
                if header:
                    self.assertEqual(asked.headers[header[0]], header[1])

    def test_a_list_without_an_object_around_it_is_one_too(self):
        one = provided(self, (200, [{"id": "m"}]))
        ended, probes = self.probed("together", env=environment(TOGETHER_API_KEY="k-123456", TOGETHER_BASE_URL=one.url))
        self.assertEqual((ended.status, probes["together"]["reachable"]), (0, True), ended.out)

    def test_only_the_configured_ones_are_asked_where_none_is_named(self):
        one = provided(self, (200, {"data": []}))
        ended, probes = self.probed(env=environment(VLLM_BASE_URL=one.url, LLAMACPP_BASE_URL=one.url))
        self.assertEqual(ended.status, 0, ended.out)
        self.assertEqual(sorted(probes), ["llamacpp", "vllm"])
        self.assertEqual(len(one.asked), 2)

    def test_nothing_to_ask_is_status_2(self):
        self.assert_refused(tenon("models", "--probe"), 2, "nothing to probe")

    def test_a_refused_key_is_unauthorized_and_status_2(self):
        one = provided(self, (401, {"error": {"message": "Incorrect API key", "code": "invalid_api_key"}}))
        ended, probes = self.probed("openai", env=environment(OPENAI_API_KEY="k-123456", OPENAI_BASE_URL=one.url))
        self.assertEqual(ended.status, 2)
        self.assertEqual(probes["openai"]["failure"]["kind"], "unauthorized")
        self.assertEqual(probes["openai"]["http_status"], 401)
        text = tenon("models", "openai", "--probe", env=environment(OPENAI_API_KEY="k-123456", OPENAI_BASE_URL=one.url))
        self.assertIn("unauthorized", text.out)

    def test_a_key_that_is_not_there_is_unauthorized_and_nobody_is_asked(self):
        ended, probes = self.probed("mistral")
        self.assertEqual((ended.status, probes["mistral"]["failure"]["kind"]), (2, "unauthorized"))
        self.assertEqual(probes["mistral"]["url"], "")

    def test_a_provider_that_is_down_is_status_3_whatever_the_others_say(self):
        up = provided(self, (200, {"data": []}))
        broken = provided(self, (500, {"error": {"message": "no"}}))
        ended, probes = self.probed(env=environment(VLLM_BASE_URL=up.url, LLAMACPP_BASE_URL=broken.url, OLLAMA_HOST=dead_port()))
        self.assertEqual(ended.status, 3)
        self.assertTrue(probes["vllm"]["reachable"])
        self.assertEqual(probes["llamacpp"]["failure"]["kind"], "provider_error")
        self.assertEqual(probes["ollama"]["failure"]["kind"], "network_error")

    def test_the_time_limits_of_the_configuration_hold(self):
        one = provided(self, None)
        path = self.file("a.toml", f'[providers.vllm]\nbase_url = "{one.url}"\nfirst_byte_timeout = "200ms"\n')
        ended, probes = self.probed("--config", path)
        self.assertEqual((ended.status, probes["vllm"]["failure"]["kind"]), (3, "timed_out"))
        self.assertEqual(probes["vllm"]["failure"]["code"], "first_byte")

    def test_a_page_of_somebody_else_is_not_reachable(self):
        one = provided(self, (200, "<html>log in</html>"))
        ended, probes = self.probed("vllm", env=environment(VLLM_BASE_URL=one.url))
        self.assertEqual((ended.status, probes["vllm"]["failure"]["kind"]), (3, "protocol_error"))

    def test_an_unknown_provider_is_refused_with_the_nearest_name(self):
        self.assert_refused(tenon("models", "antropic"), 2, "'antropic'", "did you mean anthropic?")
