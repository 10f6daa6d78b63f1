#!/usr/bin/env python3
"""Holds deploy/systemd/waystone.service against systemd's own checks, and the server against the unit's system calls.

    tests/install/service_test.py UNITS_DIR SERVER CLI WRITE_TEST_WORLD

The unit is verified and its exposure held below a bar. Then the server is started with the unit's environment under its
SystemCallFilter, where a call that it forbids is death: it serves, reloads and stops; and it takes the socket that systemd would open. Needs Debian's package systemd.
"""

import ctypes
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

MOST_EXPOSURE = 12  # tenths
KILL_PROCESS = 0x80000000
ALLOW = 0x7FFF0000
PATIENCE_S = 30


def settings(unit):
    """Values of each setting, in order. No line of the unit goes on in the next."""
    found = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def members(name):
    """The system calls of a set of systemd's, or the one of that name."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True).stdout
    names = [line.strip() for line in listed.splitlines()[1:]]
    return set().union(*(members(each) for each in names if each and not each.startswith("#")))


def allowed_calls(filters):
    allowed = members("@default")
    for line in filters:
        named = set().union(*(members(name) for name in line.lstrip("~").split()))
        allowed = allowed - named if line.startswith("~") else allowed | named
    return allowed


def forbid_all_but(allowed):
    """Of this process and what it becomes. Names of other architectures count for nothing."""
    library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(KILL_PROCESS)))
    for name in allowed:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            assert library.seccomp_rule_add(context, ctypes.c_uint32(ALLOW), number, 0) == 0, name
    assert library.seccomp_load(context) == 0


def verify(units, server, folder):
    """With the program where it was built, for none is installed."""
    copy = folder / "waystone.service"
    (folder / "waystone.socket").write_text((units / "waystone.socket").read_text())
    copy.write_text((units / copy.name).read_text().replace("/usr/bin/waystone-server", server))
    assert f"ExecStart={server}\n" in copy.read_text(), "the unit starts no /usr/bin/waystone-server"
    said = subprocess.run(["systemd-analyze", "verify", copy, folder / "waystone.socket"], capture_output=True, text=True)
    assert said.returncode == 0 and not said.stderr, said.stderr
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSURE}", "--no-pager", copy]
    said = subprocess.run(command, capture_output=True, text=True)
    print(said.stdout.strip().splitlines()[-1])
    assert said.returncode == 0, said.stdout


def wait_for(log, event, server):
    until = time.monotonic() + PATIENCE_S
    while f'"event":"{event}"' not in log.read_text():
        assert server.poll() is None, f"the server ended with {server.returncode}: {log.read_text()}"
        assert time.monotonic() < until, f"no {event}: {log.read_text()}"
        time.sleep(0.05)


def serve(unit, server, cli, world):
    values = settings(unit)
    environment = dict(pair.split("=", 1) for pair in values["Environment"][0].split())
    assert environment.keys() == {"WAYSTONE_PACKAGES", "WAYSTONE_LISTEN"}, environment
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    environment |= {"WAYSTONE_PACKAGES": str(world), "WAYSTONE_LISTEN": address, "PATH": os.environ["PATH"]}
    allowed = allowed_calls(values["SystemCallFilter"])
    assert "execve" in allowed and "mount" not in allowed
    log = world / "log"
    with log.open("w") as out:
        process = subprocess.Popen([server], env=environment, stdout=out, stderr=out, preexec_fn=lambda: forbid_all_but(allowed))
    try:
        wait_for(log, "server_started", process)
        subprocess.run([cli, "maps", "--server", address], check=True)
        subprocess.run([cli, "health", "--server", address], check=True)
        os.rename(world / "hall.waymap", world / "hall.gone")
        reload = shlex.split(values["ExecReload"][0].replace("${MAINPID}", str(process.pid)))
        subprocess.run(reload, check=True, preexec_fn=lambda: forbid_all_but(allowed))
        wait_for(log, "map_removed", process)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0, f"{process.returncode}: {log.read_text()}"


def start_on(opened, environment, out, allowed, server):
    """As systemd starts the service of a socket: it is descriptor 3, and LISTEN_PID names the server."""
    command = f'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" 3<&{opened.fileno()}'
    return subprocess.Popen(["/bin/bash", "-c", command, server], env=environment, stdout=out, stderr=out,
                            pass_fds=[opened.fileno()], preexec_fn=lambda: forbid_all_but(allowed))


def activate(units, server, cli, world):
    values = settings(units / "waystone.service")
    environment = dict(pair.split("=", 1) for pair in values["Environment"][0].split())
    assert settings(units / "waystone.socket")["ListenStream"] == [environment["WAYSTONE_LISTEN"]]
    allowed = allowed_calls(values["SystemCallFilter"])
    log = world / "log"
    with socket.socket() as opened, log.open("w") as out:
        opened.bind(("127.0.0.1", 0))
        opened.listen()
        port = opened.getsockname()[1]
        address = f"127.0.0.1:{port}"
        environment |= {"WAYSTONE_PACKAGES": str(world), "WAYSTONE_LISTEN": address}
        for _ in range(2):  # who asks before there is a server, or while it is restarted, waits
            asking = subprocess.Popen([cli, "maps", "--server", address])
            time.sleep(0.3)
            process = start_on(opened, environment, out, allowed, server)
            assert asking.wait(PATIENCE_S) == 0, log.read_text()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0, log.read_text()
        environment["WAYSTONE_LISTEN"] = "127.0.0.1:0"
        process = start_on(opened, environment, out, allowed, server)
        assert process.wait(PATIENCE_S) == 2 and f"127.0.0.1:{port}" in log.read_text(), log.read_text()


def main():
    units, server, cli, write_test_world = sys.argv[1:]
    units = pathlib.Path(units)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        verify(units, server, folder)
        world = folder / "world"
        world.mkdir()
        subprocess.run([write_test_world, world], check=True)
        serve(units / "waystone.service", server, cli, world)
        activate(units, server, cli, world)


if __name__ == "__main__":
    main()
