"""One case: its seed, its folder, what it found."""

import json
import os
import pathlib
import random
import shutil

import oracles
from command import Command
from server import Server


def _short(step):
    if not isinstance(step, bytes):
        return f"pause {step}"
    return repr(step) if len(step) < 1_500 else f"{step[:900]!r} … {len(step)} bytes … {step[-500:]!r}"


class Case:
    """A case by its name, `kind-seed-number`; all that is random comes from the name."""

    def __init__(self, name, runner, parent):
        self.name = name
        self.random = random.Random(name)
        self.folder = os.path.join(parent, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.variables, self.hidden, self.inputs = {}, [], set()
        self.faults, self.ends = [], []
        self._runner, self._command, self.server = runner, None, None

    @property
    def command(self):
        if self._command is None:
            self._command = Command(self._runner, self.folder, self.variables)
        return self._command

    def serve(self, script):
        self.server = Server(script)
        self.variables["RUNNER_OPENLIBRARY_URL"] = self.server.base
        return self.server

    def path(self, name):
        return os.path.join(self.command.work, name)

    def write(self, name, data):
        """Writes what the command is to read; it isn't searched for secrets."""
        data = (
            data
            if isinstance(data, bytes)
            else data.encode() if isinstance(data, str) else json.dumps(data, indent=1, ensure_ascii=False).encode()
        )
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(data)
        self.inputs.add(self.path(name))

    def read(self, name):
        """The bytes of a file; None where there is none."""
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except OSError:
            return None

    def document(self, name):
        """A results file; None with a complaint where it can't be read."""
        document, found = oracles.valid_results(self.read(name) or b"", name)
        self.judge(found)
        return document

    def written(self):
        """All files that the command made, as path and bytes."""
        for file in sorted(pathlib.Path(self.folder).rglob("*")):
            if file.is_file() and not file.is_symlink() and str(file) not in self.inputs:
                yield str(file.relative_to(self.folder)), file.read_bytes()

    def take(self, ended, signals=()):
        """Notes how a start ended, and judges what must hold of any."""
        self.ends.append(ended)
        self.judge(oracles.no_crash(ended, signals), oracles.no_hang(ended), oracles.clean_text(ended))
        return ended

    def judge(self, *complaints):
        for found in complaints:
            self.faults += [text for text in found if text not in self.faults]

    def keep(self):
        """Leaves beside the files what happened, for whoever looks into it."""
        lines = [f"{ended.code} after {ended.seconds:.2f} s: runner {' '.join(ended.arguments)}" for ended in self.ends]
        lines += [f"variable {name}={value}" for name, value in self.variables.items()]
        for exchange in self.server.received() if self.server else []:
            request, answer = exchange.request, exchange.answer
            place = " (elsewhere)" if request.is_elsewhere else ""
            lines.append(f"\n#{exchange.number} {request.method} {request.target}{place}")
            lines.append(f"  {answer.truth}, {answer.end}, given {exchange.is_given}, unasked {answer.unasked[:80]!r}")
            lines += [f"  {_short(step)}" for step in answer.steps]
        pathlib.Path(self.folder, "what-happened.txt").write_text(
            "\n".join(self.faults + [""] + lines) + "\n", errors="backslashreplace"
        )

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
