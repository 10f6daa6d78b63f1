"""A stand-in for an object store: serves a folder, checks signatures by the published rules of AWS Signature Version 4, and does
what is wrong on demand.
"""

import hashlib
import hmac
import http.server
import pathlib
import threading
import time
import urllib.parse

ACCESS_KEY = "AKIDEXAMPLE"
SECRET_KEY = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
TOKEN = "a-session-token/+=="
REGION = "eu-test-1"


def _hmac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def why_not_signed(method, target, headers, now, token=TOKEN):
    """Nothing, or what is wrong with the signature of a request to S3."""
    authorization = headers.get("Authorization", "")
    kind, _, rest = authorization.partition(" ")
    if kind != "AWS4-HMAC-SHA256":
        return "no AWS4-HMAC-SHA256"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    credential = fields["Credential"].split("/")
    if len(credential) != 5 or credential[0] != ACCESS_KEY or credential[2:] != [REGION, "s3", "aws4_request"]:
        return f"credential {credential}"
    date = headers.get("X-Amz-Date", "")
    if date[:8] != credential[1]:
        return "another day"
    age = now - time.mktime(time.strptime(date, "%Y%m%dT%H%M%SZ")) + time.timezone
    if abs(age) > 900:
        return f"signed {age} s ago"
    signed = fields["SignedHeaders"].split(";")
    if signed != sorted(signed) or "host" not in signed:
        return "signed headers"
    for name in headers:
        if name.lower().startswith("x-amz-") and name.lower() not in signed:
            return f"{name} is not signed"
    content = headers.get("X-Amz-Content-Sha256")
    if content not in ("UNSIGNED-PAYLOAD", hashlib.sha256(b"").hexdigest()):
        return f"x-amz-content-sha256 {content}"
    if token is not None and headers.get("X-Amz-Security-Token") != token:
        return "security token"
    path, _, query = target.partition("?")
    canonical_path = urllib.parse.quote(urllib.parse.unquote(path), safe="/-_.~")
    canonical_query = "&".join(sorted(query.split("&"))) if query else ""
    canonical_headers = "".join(f"{name}:{' '.join(headers[name].split())}\n" for name in signed)
    request = "\n".join([method, canonical_path, canonical_query, canonical_headers, ";".join(signed), content])
    scope = "/".join(credential[1:])
    to_sign = "\n".join(["AWS4-HMAC-SHA256", date, scope, hashlib.sha256(request.encode()).hexdigest()])
    key = _hmac(("AWS4" + SECRET_KEY).encode(), credential[1])
    for part in credential[2:]:
        key = _hmac(key, part)
    expected = hmac.new(key, to_sign.encode(), hashlib.sha256).hexdigest()
    return "" if hmac.compare_digest(expected, fields["Signature"]) else "signature"


class Store:
    """Serves a folder on a loopback port. `fault` is asked for each request: fault(path, number of requests for it) returns what to do
    instead, as a function of the handler, or None. `requests` are all that came: path, Range, status.
    """

    def __init__(self, folder, signed=False, port=0):
        self.folder = pathlib.Path(folder)
        self.signed = signed
        self.fault = lambda path, count: None
        self.requests = []
        self.counts = {}
        self.lock = threading.Lock()
        store = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle(self):
                try:
                    super().handle()
                except ConnectionResetError:
                    pass

            def do_GET(self):
                try:
                    store.answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def note(self, handler, status):
        with self.lock:
            self.requests.append((handler.path, handler.headers.get("Range"), status))

    def statuses(self, part):
        with self.lock:
            return [(ranged, status) for path, ranged, status in self.requests if part in path]

    def answer(self, handler):
        path = handler.path.lstrip("/")
        with self.lock:
            self.counts[path] = self.counts.get(path, 0) + 1
            count = self.counts[path]
        if self.signed:
            why = why_not_signed("GET", handler.path, handler.headers, time.time())
            if why:
                return self.send(handler, 403, why.encode())
        fault = self.fault(path, count)
        if fault is not None:
            return fault(handler)
        file = self.folder / path
        if not file.is_file():
            return self.send(handler, 404, b"")
        self.send_file(handler, file.read_bytes())

    def send(self, handler, status, body, headers=()):
        self.note(handler, status)
        handler.send_response(status)
        for name, value in headers:
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def send_file(self, handler, content, cut_at=None, takes_ranges=True):
        """The content, or the range of it that is asked for; cut off after so many bytes."""
        etag = '"' + hashlib.md5(content).hexdigest() + '"'
        if handler.headers.get("If-None-Match") == etag:
            self.note(handler, 304)
            handler.send_response(304)
            handler.end_headers()
            return
        begin, status = 0, 200
        headers = [("ETag", etag)]
        ranged = handler.headers.get("Range")
        if ranged and takes_ranges:
            begin, status = int(ranged.removeprefix("bytes=").rstrip("-")), 206
            headers.append(("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}"))
        self.note(handler, status)
        handler.send_response(status)
        for name, value in headers:
            handler.send_header(name, value)
        body = content[begin:]
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if cut_at is not None and cut_at < len(body):
            handler.wfile.write(body[:cut_at])
            handler.wfile.flush()
            handler.close_connection = True
            return
        handler.wfile.write(body)
