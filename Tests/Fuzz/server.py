"""A server on loopback that answers as a script says and remembers what it got and gave."""

import dataclasses
import select
import socket
import struct
import threading


@dataclasses.dataclass(frozen=True)
class Request:
    method: str
    target: str
    head: bytes
    body: bytes
    # Whether it came to the second address, which is another origin.
    is_elsewhere: bool

    def header(self, name):
        for line in self.head.split(b"\r\n")[1:]:
            key, _, value = line.partition(b":")
            if key.decode("latin-1").lower() == name.lower():
                return value.strip().decode("latin-1")
        return None


@dataclasses.dataclass
class Exchange:
    number: int
    request: Request
    answer: object
    is_given: bool = False


class Server:
    """Threads for its connections, all of them ended with the `with` block."""

    def __init__(self, script):
        self.script = script
        self.exchanges = []
        self.arrived = threading.Condition()
        self._stopped = threading.Event()
        self._sockets = set()
        self._listeners = [self._listen("127.0.0.1"), self._listen("127.0.0.2")]
        self.base = "http://127.0.0.1:%d" % self._listeners[0].getsockname()[1]
        self.elsewhere = "http://%s:%d" % self._listeners[1].getsockname()

    @staticmethod
    def _listen(address):
        listener = socket.socket()
        try:
            listener.bind((address, 0))
        except OSError:
            # Not every system has all of 127/8; another port is another origin too.
            listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        return listener

    def __enter__(self):
        for index, listener in enumerate(self._listeners):
            threading.Thread(target=self._accept, args=(listener, index == 1), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._stopped.set()
        with self.arrived:
            open_sockets = self._listeners + list(self._sockets)
        for one in open_sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def received(self):
        with self.arrived:
            return list(self.exchanges)

    def wait_for(self, count, seconds):
        """Waits until so many requests came, or a while."""
        with self.arrived:
            self.arrived.wait_for(lambda: len(self.exchanges) >= count, seconds)

    def _accept(self, listener, is_elsewhere):
        while not self._stopped.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(60)
            with self.arrived:
                self._sockets.add(connection)
            threading.Thread(target=self._converse, args=(connection, is_elsewhere), daemon=True).start()

    def _converse(self, connection, is_elsewhere):
        try:
            left = b""
            while not self._stopped.is_set():
                request, left = self._read(connection, left, is_elsewhere)
                if request is None or not self._answer(connection, request):
                    return
        except OSError:
            pass
        finally:
            with self.arrived:
                self._sockets.discard(connection)
            connection.close()

    @staticmethod
    def _read(connection, data, is_elsewhere):
        while b"\r\n\r\n" not in data:
            more = connection.recv(65_536)
            if not more or len(data) > 1 << 20:
                return None, b""
            data += more
        head, _, rest = data.partition(b"\r\n\r\n")
        method, target, _ = (head.split(b"\r\n")[0].decode("latin-1") + "  ").split(" ", 2)
        request = Request(method, target, head, b"", is_elsewhere)
        length = int(request.header("Content-Length") or 0)
        while len(rest) < length:
            more = connection.recv(65_536)
            if not more:
                return None, b""
            rest += more
        return dataclasses.replace(request, body=rest[:length]), rest[length:]

    def _answer(self, connection, request):
        """Gives the answer; says whether the connection goes on."""
        with self.arrived:
            answer = self.script(request)
            exchange = Exchange(len(self.exchanges) + 1, request, answer)
            self.exchanges.append(exchange)
            self.arrived.notify_all()
        for step in answer.steps:
            if isinstance(step, bytes):
                connection.sendall(step)
            elif self._stopped.wait(step):
                return False
        exchange.is_given = True
        if answer.end == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif answer.end == "stall":
            # Until the peer gives up.
            select.select([connection], [], [], 30)
        elif answer.end == "keep":
            if answer.unasked and not select.select([connection], [], [], 0.02)[0]:
                # Nothing was asked meanwhile, so nobody can take this for an answer.
                connection.sendall(answer.unasked)
            return True
        return False
