"""Completions: the script is sourced by a real shell, and asked."""

import os
import shutil
import subprocess

from support import PROGRAM, Case, tenon

# Sets what readline would, calls the function that `complete` names, prints what it offers.
HARNESS = r"""
set -u
source "$1"
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
COMP_WORDBREAKS=$3
# As bash cuts the line: at blanks, and at each of the word breaks in use here, which are words of their own.
spaced=$COMP_LINE
for mark in = :; do [[ $COMP_WORDBREAKS == *$mark* ]] && spaced=${spaced//$mark/ $mark }; done
read -ra COMP_WORDS <<<"$spaced"
[[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
name=$(complete -p tenon)
name=${name#*-F }
"${name%% *}"
printf '%s\n' "${COMPREPLY[@]+"${COMPREPLY[@]}"}"
"""
BREAKS = " \t\n\"'><=;|&(:"


# The builtins that only work within a completion, as far as the script needs them.
ZSH_HARNESS = r"""
emulate zsh
compdef() { }
compadd() { shift; print -rl -- ${(M)@:#$PREFIX*} }
compset() { PREFIX=${PREFIX#*=} }
_describe() { [[ $1 == -o ]] && shift; local -a all=(${(P)2}); print -rl -- ${(M)${all%%:*}:#$PREFIX*} }
_files() { print -rl -- $PREFIX*(N) }
source $1
words=(${(z)2})
[[ $2 == *' ' ]] && words+=('')
CURRENT=$#words
PREFIX=$words[CURRENT]
_tenon
"""


class Bash(Case):
    def offered(self, line, breaks=BREAKS):
        script = self.file("tenon.bash", tenon("completions", "bash").out)
        done = subprocess.run(
            ["bash", "-c", HARNESS, "bash", script, line, breaks], capture_output=True, check=False, timeout=60, cwd=self.folder
        )
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ""), line)
        return [word for word in done.stdout.decode().splitlines() if word]

    def setUp(self):
        super().setUp()
        if not shutil.which("bash"):
            self.skipTest("there is no bash here")

    def test_commands(self):
        self.assertEqual(self.offered("tenon ex"), ["extract"])
        self.assertIn("validate", self.offered("tenon "))
        self.assertEqual(self.offered("tenon schema lo"), ["lower"])
        self.assertEqual(self.offered("tenon config "), ["check"])

    def test_options(self):
        self.assertEqual(sorted(self.offered("tenon extract --mod")), ["--mode", "--model"])
        self.assertIn("--max-cost", self.offered("tenon extract --schema x --max"))
        self.assertNotIn("--max-cost", self.offered("tenon validate --max"))
        self.assertEqual(self.offered("tenon --ch"), ["--check-config"])
        self.assertEqual(self.offered("tenon schema lint --dep"), ["--depth"])

    def test_words_of_an_option(self):
        self.assertEqual(self.offered("tenon extract --mode n"), ["native"])
        self.assertEqual(self.offered("tenon extract --mode "), ["auto", "native", "tool", "json", "prompt"])
        self.assertEqual(self.offered("tenon completions z"), ["zsh"])
        self.assertEqual(self.offered("tenon extract --seed "), [])

    def test_words_after_an_equals_sign(self):
        self.assertEqual(self.offered("tenon extract --mode=n"), ["native"])
        self.assertEqual(self.offered("tenon extract --mode=n", breaks=" \t\n"), ["--mode=native"])

    def test_a_model_has_a_colon_where_bash_cuts(self):
        self.assertIn("openai:", self.offered("tenon extract --model op"))
        # Bash puts the reply in the place of what stands behind the colon.
        self.assertEqual(self.offered("tenon extract --model anthropic:"), [])
        self.assertIn("anthropic:", self.offered("tenon extract --fallback anth"))

    def test_files(self):
        self.file("report one.txt", "x")
        self.assertEqual(self.offered("tenon extract --schema a rep"), ["report one.txt"])
        self.assertEqual(self.offered("tenon extract --report rep"), ["report one.txt"])
        self.assertEqual(self.offered("tenon --check-config rep"), ["report one.txt"])
        self.assertEqual(self.offered("tenon extract --mode rep"), [])

    def test_every_option_of_every_command_is_offered(self):
        for words, options in documented().items():
            offered = self.offered(" ".join(["tenon", *words, "--"]))
            for option in options:
                self.assertIn(option, offered, words)


def documented():
    """From the help pages: the options of each command, by its words."""
    found = {}
    todo = [()]
    while todo:
        words = todo.pop()
        part = ""
        found[words] = []
        for line in tenon(*words, "--help").out.splitlines():
            if line and not line.startswith(" "):
                part = line
            elif part == "Commands:" and line[2:3].strip():
                todo.append((*words, line.split()[0]))
            elif part == "Options:" and line.startswith("  -"):
                found[words].append(line.replace("-h, ", "").split()[0])
    return found


class Shells(Case):
    def test_there_are_commands_below_commands(self):
        self.assertIn(("schema", "lint"), documented())
        self.assertIn("--check-config", documented()[()])

    def test_every_option_is_in_the_script_of_every_shell(self):
        for shell in ("bash", "zsh", "fish"):
            script = tenon("completions", shell).out
            for words, options in documented().items():
                for option in options:
                    wanted = "-l " + option[2:] if shell == "fish" else option
                    self.assertIn(wanted, script, (shell, words))

    def test_an_unknown_shell_is_refused(self):
        self.assert_refused(tenon("completions", "csh"), 2, "'csh'", "bash, zsh and fish")
        self.assert_refused(tenon("completions"), 2, "SHELL")

    def test_zsh_completes(self):
        if not shutil.which("zsh"):
            self.skipTest("there is no zsh here")
        script = self.file("_tenon", tenon("completions", "zsh").out)

        def offered(line):
            done = subprocess.run(
                ["zsh", "-f", "-c", ZSH_HARNESS, "zsh", script, line], capture_output=True, check=False, timeout=60, cwd=self.folder
            )
            self.assertEqual(done.stderr.decode(), "", line)
            return [word for word in done.stdout.decode().splitlines() if word]

        self.assertEqual(offered("tenon ext"), ["extract"])
        self.assertEqual(offered("tenon extract --mode n"), ["native"])
        self.assertEqual(offered("tenon extract --mode=n"), ["native"])
        self.assertEqual(offered("tenon schema lint --dep"), ["--depth"])
        self.assertNotIn("--depth", offered("tenon schema --"))
        self.assertIn("anthropic:", offered("tenon extract --model anth"))
        self.assertEqual(offered("tenon extract --report _te"), ["_tenon"])
        self.assertEqual(offered("tenon extract --seed "), [])

    def test_fish_completes(self):
        if not shutil.which("fish"):
            self.skipTest("there is no fish here")
        script = self.file("tenon.fish", tenon("completions", "fish").out)
        env = {**os.environ, "HOME": str(self.folder), "PATH": os.path.dirname(os.path.abspath(PROGRAM)) + os.pathsep + os.environ["PATH"]}

        def offered(line):
            done = subprocess.run(
                ["fish", "-c", f"source {script}; complete -C '{line}'"], capture_output=True, check=False, timeout=60, env=env,
                cwd=self.folder,
            )
            self.assertEqual(done.stderr, b"")
            return [one.split("\t")[0] for one in done.stdout.decode().splitlines()]

        self.assertEqual(offered("tenon ext"), ["extract"])
        self.assertEqual(offered("tenon extract --mode n"), ["native"])
        self.assertEqual(offered("tenon schema lint --dep"), ["--depth"])
        self.assertNotIn("--depth", offered("tenon schema --"))


class Man(Case):
    def page(self, *words):
        ended = tenon("man", *words)
        self.assertEqual((ended.status, ended.err), (0, ""))
        return ended.out

    def test_every_option_of_every_command_is_in_its_page(self):
        for words, options in documented().items():
            page = self.page(*words).replace("\\-", "-")
            self.assertIn(".SH \"NAME\"\n" + "-".join(["tenon", *words]) + " - ", page)
            for option in options:
                self.assertIn(f'"{option}', page, words)
            for part in ("SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT"):
                self.assertIn(f'.SH "{part}"', page, words)

    def test_roff_has_nothing_to_complain_about(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff here")
        for words in documented():
            done = subprocess.run(
                ["groff", "-man", "-Tutf8", "-ww", "-z"], input=self.page(*words).encode(), capture_output=True, check=False, timeout=60
            )
            self.assertEqual((done.returncode, done.stderr.decode()), (0, ""), words)

    def test_man_shows_the_text_as_it_was_written(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff here")
        done = subprocess.run(
            ["groff", "-man", "-Tascii", "-P-c", "-P-b", "-P-u"], input=self.page("extract").encode(), capture_output=True, check=True, timeout=60
        )
        text = done.stdout.decode()
        self.assertIn("--max-total-tokens N", text)
        self.assertIn("tenon extract --schema 'name, age int, tags [str]' < note.txt", text)
        self.assertIn("~/.config/tenon/tenon.toml", " ".join(text.split()))

    def test_a_folder_gets_the_pages_of_all_commands(self):
        ended = tenon("man", "--directory", self.folder)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        wanted = {"-".join(["tenon", *words]) + ".1" for words in documented()}
        self.assertEqual({p.name for p in self.folder.iterdir()}, wanted)
        self.assertEqual((self.folder / "tenon-schema-lint.1").read_text(), self.page("schema", "lint"))

    def test_a_command_that_there_is_not_has_no_page(self):
        self.assert_refused(tenon("man", "extrct"), 2, "extrct")
        self.assert_refused(tenon("man", "--directory", self.folder / "none"), 3, "none")
