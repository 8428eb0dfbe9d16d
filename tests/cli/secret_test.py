"""Keys are in no output, whatever happens (DESIGN.md section 10): canaries are planted, and looked for everywhere."""

import json

from provider import chat, provided
from support import Case, environment, tenon

CANARY = "sk-canary7h3qk92mzx4w8"
# A provider that quotes a key shows parts of it, too.
TRACES = (CANARY, CANARY[:12], CANARY[-10:], "canary7h")


def echoing(status):
    """A provider that repeats the key it was given, in every way it can think of."""

    def reply(asked):
        key = (asked.headers.get("authorization") or asked.headers.get("x-api-key") or "").replace("Bearer ", "")
        return status, {
            "error": {
                "message": f"Incorrect API key provided: {key}. You sent Bearer {key}; {key[:12]}***{key[-10:]}",
                "type": "invalid_request_error",
                "code": f"invalid {key}",
                "param": key,
            },
            "request": {"headers": {"authorization": f"Bearer {key}"}},
        }

    return reply


class Secrets(Case):
    def check(self, ended):
        report = self.folder / "report.json"
        seen = ended.out + ended.err + (report.read_text() if report.exists() else "")
        for trace in TRACES:
            self.assertNotIn(trace, seen)

    def ways(self, url):
        """Every way to give a key, as (arguments, environment)."""
        key = self.file("key", CANARY + "\n")
        by_file = self.file("file.toml", f'[providers.mine]\nprofile = "openai"\nbase_url = "{url}"\nkey_file = "{key}"\n')
        by_name = self.file("name.toml", f'[providers.mine]\nprofile = "anthropic"\nbase_url = "{url}"\nkey_variable = "MINE"\n')
        yield ["--model", "openai:m"], environment(OPENAI_API_KEY=CANARY, OPENAI_BASE_URL=url)
        yield ["--model", "openai:m", "--stream"], environment(OPENAI_API_KEY=CANARY, OPENAI_BASE_URL=url)
        yield ["--model", "anthropic:m"], environment(ANTHROPIC_API_KEY=CANARY, ANTHROPIC_BASE_URL=url)
        yield ["--model", "mine:m", "--config", by_file], environment()
        yield ["--model", "mine:m", "--config", by_name], environment(MINE=CANARY)

    def sweep(self, reply, *more, statuses):
        one = provided(self, reply)
        for words, env in self.ways(one.url):
            for said in ([], ["--json"]):
                with self.subTest(words=words, said=said):
                    ended = tenon(
                        "extract", "--schema", "name, age int", "--report", self.folder / "report.json", *words, *said, *more,
                        stdin="Ada, 36", env=env,
                    )
                    self.assertIn(ended.status, statuses, ended.err)
                    self.check(ended)
        # The key did arrive: that it was not seen is no accident.
        self.assertTrue(all(CANARY in json.dumps(a.headers) for a in one.asked))
        self.assertGreater(len(one.asked), 0)

    def test_not_of_a_success(self):
        self.sweep((200, chat()), statuses=(0, 1, 3))

    def test_not_of_a_reply_that_cannot_be_read_and_quotes_it(self):
        def page(asked):
            return 200, "<title>No " + json.dumps(asked.headers) + "</title>"

        self.sweep(page, "--policy", "once", statuses=(3,))

    def test_not_of_a_key_that_is_refused_and_quoted(self):
        self.sweep(echoing(401), "--policy", "once", statuses=(2,))

    def test_not_of_an_error_of_the_provider_that_quotes_it(self):
        self.sweep(echoing(500), "--policy", "once", statuses=(3,))

    def test_not_of_a_bad_request_that_quotes_it(self):
        self.sweep(echoing(400), "--policy", "once", statuses=(1, 2))

    def test_not_of_a_time_out(self):
        self.sweep(None, "--policy", "once", "--timeout", "0.3", statuses=(3,))

    def test_not_of_what_would_be_sent(self):
        for words, env in self.ways("http://127.0.0.1:1"):
            ended = tenon("extract", "--schema", "name", "--show-request", *words, stdin="x", env=env)
            self.assertEqual(ended.status, 0, ended.err)
            self.assertIn("***", ended.out)
            self.check(ended)

    def test_not_of_lists_checks_and_probes(self):
        for reply in (echoing(401), echoing(500), (200, {"data": []})):
            one = provided(self, reply)
            for words, env in self.ways(one.url):
                config = words[words.index("--config") + 1 :][:1] if "--config" in words else []
                for command in (
                    ["models", *(["--config", *config] if config else [])],
                    ["models", "--json", *(["--config", *config] if config else [])],
                    ["models", "--probe", *(["--config", *config] if config else [])],
                    ["models", "--probe", "--json", *(["--config", *config] if config else [])],
                    ["config", "check", *config],
                    ["config", "check", "--json", *config],
                ):
                    self.check(tenon(*command, env=env))

    def test_not_where_it_stands_in_the_wrong_place(self):
        for text in (
            f'key = "{CANARY}"\n',
            f'[providers.openai]\nkey = "{CANARY}"\n',
            f'[providers.openai]\nkey_variable = "{CANARY}"\n',
            f'[providers.openai]\nkey_file = "{CANARY}"\n',
            f'[providers.openai]\nbase_url = "https://me:{CANARY}@host"\n',
            f'[providers.openai]\nheaders = {{ Authorization = "Bearer {CANARY}" }}\n',
            f"[providers.openai]\nkey = {CANARY}\n",
        ):
            path = self.file("wrong.toml", text)
            for command in (
                ["config", "check", path],
                ["config", "check", "--json", path],
                ["models", "--config", path],
                ["extract", "--schema", "a", "--config", path],
            ):
                ended = tenon(*command)
                self.assertEqual(ended.status, 2, ended.err)
                self.check(ended)

    def test_not_of_an_address_that_holds_it(self):
        for variable in ("OPENAI_BASE_URL", "VLLM_BASE_URL"):
            env = environment(**{variable: f"https://me:{CANARY}@127.0.0.1:1", "OPENAI_API_KEY": "x"})
            for command in (["config", "check"], ["models"], ["models", "--json"], ["models", "--probe"], ["models", "--probe", "--json"]):
                self.check(tenon(*command, env=env))
