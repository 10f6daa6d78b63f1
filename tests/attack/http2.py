"""HTTP/2 frames by hand, for connections that misbehave as no library would let them."""

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


def connect(port):
    """From an address of our own, so that what bounds addresses does not bound others."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=("127.0.0.66", 0))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def open_connection(port, **values):
    """A connection that has begun to speak HTTP/2, with these settings."""
    connection = connect(port)
    connection.sendall(PREFACE + settings(**values) + frame(SETTINGS, ACK))
    return connection
