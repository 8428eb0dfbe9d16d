"""Reads names of source files and prints, for each, `KEY FILE`: a hash of all that clang-tidy's verdict depends on.

    tidy_keys.py COMPILE_COMMANDS CLANG CONFIGURATION < files

That is the text behind the preprocessor with its comments (NOLINT is one), the command, the configuration and the
version of the tool. The path of the clone is no part of it. A file that cannot be preprocessed gets the key `-`.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys


def arguments(entry):
    """The command without the compiler, its launcher, and what it writes."""
    words = shlex.split(entry["command"])
    while words and words[0] != "-" and not words[0].startswith("-"):
        words.pop(0)
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "-MF", "-MT", "-MQ"):
            skip = True
        elif word not in ("-c", "-MD", "-MMD"):
            kept.append(word)
    return kept


def key(clang, entry, common, root):
    command = arguments(entry)
    text = subprocess.run([clang, *command, "-w", "-E", "-C"], cwd=entry["directory"], capture_output=True, check=False)
    if text.returncode != 0:
        return "-"
    digest = hashlib.sha256(common)
    digest.update(" ".join(command).encode().replace(root, b""))
    digest.update(text.stdout.replace(root, b""))
    return digest.hexdigest()


def main():
    commands, clang, configuration = sys.argv[1:]
    root = str(pathlib.Path(configuration).resolve().parent).encode()
    version = subprocess.run([clang, "--version"], capture_output=True, check=True).stdout
    common = version + pathlib.Path(configuration).read_bytes()
    entries = {entry["file"]: entry for entry in json.loads(pathlib.Path(commands).read_text(encoding="utf-8"))}
    files = sys.stdin.read().split()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        keys = pool.map(lambda file: key(clang, entries[f"{root.decode()}/{file}"], common, root), files)
        for file, one in zip(files, keys):
            print(one, file)


if __name__ == "__main__":
    main()
