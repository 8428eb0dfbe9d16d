"""Runs pattern_node_test.js where there is a node; else says so and is skipped (status 77)."""
import pathlib
import shutil
import subprocess
import sys

node = shutil.which("node") or shutil.which("nodejs")
if node is None:
    print("skipped: no node")
    sys.exit(77)
script = pathlib.Path(__file__).with_name("pattern_node_test.js")
sys.exit(subprocess.run([node, script, *sys.argv[1:]], check=False).returncode)
