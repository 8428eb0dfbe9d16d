"""docs/cli.md: every line that begins with $ prints what stands below it."""

import os
import re
import subprocess

from support import PROGRAM, ROOT, Case, environment

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


class Docs(Case):
    def test_every_example_prints_what_the_page_shows(self):
        page = (ROOT / "docs" / "cli.md").read_text("utf-8")
        env = environment(PATH=os.path.dirname(os.path.abspath(PROGRAM)) + os.pathsep + os.environ["PATH"])
        blocks = BLOCK.findall(page)
        self.assertGreaterEqual(len(blocks), 3)
        for block in blocks:
            command, _, expected = block.partition("\n")
            self.assertTrue(command.startswith("$ "), command)
            done = subprocess.run(
                ["sh", "-c", command[2:] + " 2>&1"], stdout=subprocess.PIPE, env=env, cwd=ROOT, check=False, timeout=60
            )
            self.assertEqual(done.stdout.decode(), expected, command)
