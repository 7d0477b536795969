"""Starts the built command in a folder of its own, and always sees its end."""

import dataclasses
import os
import resource
import signal
import subprocess
import time


@dataclasses.dataclass
class Ended:
    """How a start ended."""

    # The exit code, or the negative number of the signal.
    code: int
    out: bytes
    err: bytes
    seconds: float
    # Whether it had to be killed because it took too long.
    hung: bool
    arguments: tuple


class Start:
    """A process that runs."""

    def __init__(self, arguments, process, streams, bound):
        self.arguments, self.process, self._streams = arguments, process, streams
        self._began, self._bound = time.monotonic(), bound

    def send(self, number):
        if self.process.poll() is None:
            self.process.send_signal(number)

    def hasten(self, seconds):
        """From now on it may take so many seconds more."""
        self._bound = min(self._bound, time.monotonic() - self._began + seconds)

    def end(self):
        hung = False
        try:
            self.process.wait(max(0.1, self._began + self._bound - time.monotonic()))
        except subprocess.TimeoutExpired:
            hung = True
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        seconds = time.monotonic() - self._began
        texts = []
        for stream in self._streams:
            stream.seek(0)
            texts.append(stream.read())
            stream.close()
        return Ended(self.process.returncode, *texts, seconds, hung, self.arguments)


class Command:
    """The runner, with an environment that knows nothing of this machine."""

    def __init__(self, runner, folder, variables):
        self.runner, self.folder = runner, folder
        self.work = os.path.join(folder, "a", "work")
        self._streams = os.path.join(folder, "streams")
        for path in self.work, self._streams:
            os.makedirs(path)
        self._count = 0
        self.environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": os.path.join(folder, "home"),
            "SWIFT_BACKTRACE": "enable=no",
            "RUNNER_STATE_DIR": os.path.join(folder, "lanes"),
            **variables,
        }

    def start(self, *arguments, bound, out=None, file_limit=None):
        """Starts it; it may take `bound` seconds, and its files may have `file_limit` bytes, as on a full disk."""
        self._count += 1

        def limit():
            # A write that finds no room fails then, as it does on a full disk, in place of a signal.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            if file_limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))

        streams = [open(os.path.join(self._streams, f"{self._count}.{name}"), "w+b") for name in ("out", "err")]
        process = subprocess.Popen(
            [self.runner, *arguments],
            cwd=self.work,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=out or streams[0],
            stderr=streams[1],
            preexec_fn=limit,
            restore_signals=False,
        )
        return Start(arguments, process, streams, bound)

    def run(self, *arguments, **options):
        return self.start(*arguments, **options).end()
