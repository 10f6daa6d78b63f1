"""HTTP/2 frames by hand, for connections that misbehave as no library would let them."""

import select
import socket
import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 6, 8, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1
INITIAL_WINDOW_SIZE = 4


def frame(kind, flags=0, stream=0, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def settings(**values):
    codes = {"initial_window_size": INITIAL_WINDOW_SIZE}
    return frame(SETTINGS, payload=b"".join(struct.pack(">HI", codes[name], value) for name, value in values.items()))


def _text(text):
    data = text.encode()
    assert len(data) < 127
    return bytes([len(data)]) + data


def header(name, value):
    """A header as HPACK's literal without indexing."""
    return b"\x00" + _text(name) + _text(value)


def call_headers(path, *more):
    return b"".join(header(*pair) for pair in [
        (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "attack"),
        ("content-type", "application/grpc"), ("te", "trailers"), *more])


def message(body):
    """A message as gRPC frames it."""
    return b"\x00" + struct.pack(">I", len(body)) + body


def call(stream, path, body):
    """All frames of a unary call."""
    return (frame(HEADERS, END_HEADERS, stream, call_headers(path)) +
            frame(DATA, END_STREAM, stream, message(body)))


def connect(port, source="127.0.0.66"):
    """From an address of our own, so that what bounds addresses does not bound others."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


class Sender:
    """A connection that has begun to speak HTTP/2 and sends as much as the peer's windows let it."""

    FIRST_WINDOW = 65535

    def __init__(self, port):
        self.connection = open_connection(port)
        self.of_connection = self.FIRST_WINDOW
        self.of_stream = {}  # what is left to send on each open stream
        self.first_of_stream = self.FIRST_WINDOW
        self.unread = b""
        self.is_open = True

    def begin(self, stream, path):
        self.of_stream[stream] = self.first_of_stream
        self._send(frame(HEADERS, END_HEADERS, stream, call_headers(path)))

    def send(self, stream, data):
        """Sends what it may; how many bytes these were."""
        room = min(self.of_connection, self.of_stream.get(stream, 0), 16384, len(data))
        if room <= 0 or not self.is_open:
            return 0
        self._send(frame(DATA, 0, stream, data[:room]))
        self.of_connection -= room
        if stream in self.of_stream:
            self.of_stream[stream] -= room
        return room

    def listen(self, seconds=0.0):
        """Takes what the peer says: windows, streams that it ends."""
        while self.is_open and select.select([self.connection], [], [], seconds)[0]:
            try:
                heard = self.connection.recv(1 << 16)
            except OSError:
                heard = b""
            self.is_open = heard != b""
            self.unread += heard
            while len(self.unread) >= 9:
                size = int.from_bytes(self.unread[:3], "big")
                if len(self.unread) < 9 + size:
                    break
                kind, flags, stream = self.unread[3], self.unread[4], int.from_bytes(self.unread[5:9], "big")
                self._hear(kind, flags, stream, self.unread[9:9 + size])
                self.unread = self.unread[9 + size:]
            seconds = 0.0

    def _hear(self, kind, flags, stream, payload):
        if kind == WINDOW_UPDATE and stream == 0:
            self.of_connection += int.from_bytes(payload, "big")
        elif kind == WINDOW_UPDATE and stream in self.of_stream:
            self.of_stream[stream] += int.from_bytes(payload, "big")
        elif kind == SETTINGS and not flags & ACK:
            for i in range(0, len(payload), 6):
                code, value = struct.unpack(">HI", payload[i:i + 6])
                if code == INITIAL_WINDOW_SIZE:
                    for one in self.of_stream:
                        self.of_stream[one] += value - self.first_of_stream
                    self.first_of_stream = value
            self._send(frame(SETTINGS, ACK))
        elif kind == PING and not flags & ACK:
            self._send(frame(PING, ACK, 0, payload))
        elif kind == RST_STREAM or (kind == HEADERS and flags & END_STREAM):
            self.of_stream.pop(stream, None)

    def _send(self, data):
        try:
            self.connection.sendall(data)
        except OSError:
            self.is_open = False


def open_connection(port, source="127.0.0.66", **values):
    """A connection that has begun to speak HTTP/2, with these settings."""
    connection = connect(port, source)
    connection.sendall(PREFACE + settings(**values) + frame(SETTINGS, ACK))
    return connection
