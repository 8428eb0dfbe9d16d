"""The documents of the repository: their C++ compiles, their links lead somewhere, their scripts exist.

The commands of docs/cli.md are run by tests/cli. Pages made of fragments have a test of their own, which
compiles and runs them.
"""

import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN_TEST = {"http.md": "tests/http/docs_test.cpp", "json.md": "tests/json/docs_test.cpp", "types.md": "tests/schema/docs_types_test.cpp"}
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


class Documents(unittest.TestCase):
    def test_every_block_of_cpp_compiles_as_it_stands(self):
        compiler = os.environ.get("CXX", "c++")
        for document in DOCUMENTS:
            if document.name in OWN_TEST:
                continue
            for number, block in enumerate(blocks(document.read_text(encoding="utf-8"), "cpp"), 1):
                with self.subTest(document=document.name, block=number):
                    done = subprocess.run(
                        [compiler, "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", f"-I{ROOT / 'include'}", "-x", "c++", "-"],
                        input=block, capture_output=True, text=True, check=False)  # fmt: skip
                    if done.returncode or done.stderr:
                        self.fail(done.stderr)

    def test_a_page_of_fragments_is_named_in_its_own_test(self):
        for page, test in OWN_TEST.items():
            self.assertIn(f"docs/{page}", (ROOT / test).read_text(encoding="utf-8"))

    def test_every_relative_link_leads_to_a_file(self):
        for document in DOCUMENTS:
            text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
            for target in re.findall(r"\]\((?![a-z]+:)([^)#]+)[^)]*\)", text):
                with self.subTest(document=document.name, link=target):
                    self.assertTrue((document.parent / target).exists())

    def test_every_script_that_is_named_is_there_and_can_be_run(self):
        for document in DOCUMENTS:
            for name in set(re.findall(r"(?<![\w/])(?:script|\.ci)/[a-z-]+(?![\w.-])", document.read_text(encoding="utf-8"))):
                if (ROOT / name).is_dir():
                    continue
                with self.subTest(document=document.name, script=name):
                    self.assertTrue(os.access(ROOT / name, os.X_OK))


if __name__ == "__main__":
    unittest.main()
