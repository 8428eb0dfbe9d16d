"""script/bootstrap with stand-ins for apt and dpkg: what it asks for, and what it says when it cannot."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILDS = "third-party llama"  # the stand-in asked for what every tier needs
PACKAGES = """\
# a comment
demo  cmake            3.25
demo  zlib1g-dev       1:1.2
test  pkg-config|pkgconf  1.8
ci    clang-19         1:19
"""


class Bootstrap(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name, "clone")
        self.bin = pathlib.Path(folder.name, "bin")
        self.state = pathlib.Path(folder.name, "state")
        (self.root / "script" / "lib").mkdir(parents=True)
        self.bin.mkdir()
        self.state.mkdir()
        for name in ("bootstrap", "lib/common.sh"):
            shutil.copy(ROOT / "script" / name, self.root / "script" / name)
        (self.root / "script" / "packages.txt").write_text(PACKAGES)
        self.tool("dpkg-query", 'cat "$STATE/installed.${@: -1}" 2>/dev/null')
        # --compare-versions A ge B: B is the smaller of the two.
        self.tool("dpkg", '[ "$1" = --compare-versions ] && [ "$(printf "%s\\n%s\\n" "$2" "$4" | sort -V | head -n1)" = "$4" ]')
        self.tool("apt-cache", 'echo "  Candidate: $(cat "$STATE/candidate.$2" 2>/dev/null || echo "(none)")"')
        self.tool("apt-get", 'echo "$*" >>"$STATE/calls"; case "$*" in *" install "*) for p in "$@"; do '
                  'v=$(cat "$STATE/candidate.$p" 2>/dev/null) && printf "installed %s" "$v" >"$STATE/installed.$p"; done;; esac')  # fmt: skip
        self.tool("python3", "exit 0")
        (self.root / "script" / "third-party").symlink_to(self.bin / "third-party")
        self.tool("third-party", 'echo "third-party $*" >>"$STATE/calls"; echo /prefix')
        self.tool("id", "echo 0")

    def tool(self, name, body):
        file = self.bin / name
        file.write_text(f"#!/bin/bash\n{body}\nexit $?\n")
        file.chmod(0o755)

    def installed(self, **versions):
        for name, version in versions.items():
            (self.state / f"installed.{name.replace('_', '-')}").write_text(f"installed {version}")

    def candidates(self, **versions):
        for name, version in versions.items():
            (self.state / f"candidate.{name.replace('_', '-')}").write_text(version)

    def run_it(self, *arguments, **environment):
        # Only the tools that a system always has, and the stand-ins: no sudo, and no real apt.
        for name in ("bash", "sed", "grep", "tr", "cat", "wc", "nproc", "mkdir", "dirname", "sort", "head", "tail", "env"):
            if not (self.bin / name).exists():
                (self.bin / name).symlink_to(shutil.which(name))
        settings = {"PATH": str(self.bin), "HOME": str(self.root), "STATE": str(self.state), "LC_ALL": "C", **environment}
        return subprocess.run([self.root / "script" / "bootstrap", *arguments], env=settings, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)  # fmt: skip

    def calls(self):
        file = self.state / "calls"
        return [line for line in file.read_text().splitlines() if line != BUILDS] if file.exists() else []

    def test_when_nothing_is_missing_it_says_nothing_and_leaves_apt_alone(self):
        self.installed(cmake="3.25.1", zlib1g_dev="1:1.2.13", pkgconf="1.8.1")
        done = self.run_it("test")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("", "", 0))
        self.assertEqual(self.calls(), [])

    def test_llama_is_built_in_every_tier_and_also_where_packages_are_left_alone(self):
        self.run_it("demo", TENON_NO_BOOTSTRAP="1")
        self.assertEqual((self.state / "calls").read_text(), BUILDS + "\n")

    def test_what_is_missing_is_installed_by_the_first_name_that_is_to_be_had(self):
        self.installed(cmake="3.25.1")
        self.candidates(zlib1g_dev="1:1.3", pkgconf="1.8.1")
        done = self.run_it("test")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("", "", 0))
        self.assertTrue(self.calls()[-1].endswith("--no-install-recommends zlib1g-dev pkgconf"), self.calls())

    def test_a_tier_takes_no_more_than_it_needs(self):
        self.candidates(cmake="3.25.1", zlib1g_dev="1:1.3", pkgconf="1.8.1", clang_19="1:19.1")
        self.run_it("demo")
        self.assertTrue(self.calls()[-1].endswith("--no-install-recommends cmake zlib1g-dev"), self.calls())

    def test_a_version_that_is_too_old_is_named_with_what_is_wanted(self):
        self.installed(zlib1g_dev="1:1.2.13")
        self.candidates(cmake="3.18.4")
        done = self.run_it("demo")
        self.assertEqual(done.returncode, 1)
        self.assertIn("version 3.25 or later of: cmake (3.18.4)", done.stderr)

    def test_without_root_and_sudo_it_says_what_to_ask_for(self):
        self.tool("id", "echo 1000")
        done = self.run_it("demo")
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt-get install cmake zlib1g-dev", done.stderr)
        self.assertEqual(self.calls(), [])

    def test_a_system_without_apt_is_told_what_is_needed(self):
        (self.bin / "apt-get").unlink()
        done = self.run_it("demo")
        self.assertEqual(done.returncode, 1)
        self.assertIn("TENON_NO_BOOTSTRAP=1: cmake zlib1g-dev", done.stderr)
        self.assertEqual(self.run_it("demo", TENON_NO_BOOTSTRAP="1").returncode, 0)

    def test_a_failing_apt_shows_its_own_words(self):
        self.tool("apt-get", "echo 'E: the mirror is on fire'; exit 100")
        done = self.run_it("demo")
        self.assertEqual(done.returncode, 100)
        self.assertIn("E: the mirror is on fire", done.stderr)

    def test_an_unknown_tier_is_an_error_that_lists_the_tiers(self):
        done = self.run_it("everything")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there are demo, test, ci, full and peers", done.stderr)


if __name__ == "__main__":
    unittest.main()
