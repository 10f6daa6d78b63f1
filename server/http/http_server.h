// A small HTTP server: health, metrics and what runs, for operators; the explorer's page; calls of the API for programs that
// do not speak gRPC (server/connect).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace waystone {

// Everything is bounded: 48 connections are served at a time of 96 (72 of an address, opened at a rate; Listener), 1,000 requests a connection,
// 5 s from a request's first byte to its last, 5 s between two and 30 s to take an answer, 16 KiB of head, 1 MiB of content, 256 bytes
// of path. Others are closed at once; if there are as many as threads, the one that has been there longest without a call that
// runs. Requests that a browser sends for a page of another origin are refused, and on loopback those for a host of another
// name; no answer allows other origins (CORS). One thread calls its methods.
class HttpServer {
 public:
  struct Request {
    std::string path;
    std::string body;
    std::string peer;  // as gRPC names one
    std::function<std::string(const std::string& name)>
        header;                     // by its name in lower case; empty: it has none
    std::function<bool()> is_gone;  // whether nobody waits any more
  };
  struct Answer {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers = {};
    std::shared_ptr<const void> kept =
        nullptr;  // let go once the answer is written, or cannot be; of PostBelow
  };
  // Any thread, several at once; must not throw.
  using Handler = std::function<Answer()>;
  using HandlerOfId = std::function<Answer(const std::string& id)>;
  using HandlerOfRequest = std::function<Answer(const Request& request)>;

  // Listens on host:port. Unavailable if it cannot; FailedPrecondition if others than this machine could connect, unless
  // `is_insecure`.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Open(const std::string& address, bool is_insecure);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Before Start. GET (and HEAD) of a path; what a handler uses must outlive the server.
  void Get(const std::string& path, Handler handler);
  // POST of `before` + ID + `after`, where ID is 1 to 20 digits, without a body.
  void PostOfId(const std::string& before, const std::string& after, HandlerOfId handler);
  // POST of all paths that begin so, with content.
  void PostBelow(const std::string& beginning, HandlerOfRequest handler);

  // Answers from now on. Once.
  void Start();
  // Ends its connections, answered or not. Once at most.
  void Stop();
  int port() const;
  // Nobody but this machine can connect.
  bool is_loopback() const;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace waystone
