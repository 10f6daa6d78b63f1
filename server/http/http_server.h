// A small HTTP server for operators: health, metrics, what runs. Not for callers, who speak gRPC.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace waystone {

// Everything is bounded: 16 connections (12 of an address, opened at a rate; Listener) with a thread each, one request a connection,
// 5 s from its beginning to its end, 64 KiB of request, 4 KiB of body, 256 bytes of path. Others are closed at once. Requests that a
// browser sends for a page of another origin are refused; no answer allows other origins (CORS). One thread calls its methods.
class HttpServer {
 public:
  struct Answer {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string body;
  };
  // Any thread, several at once; must not throw.
  using Handler = std::function<Answer()>;
  using HandlerOfId = std::function<Answer(const std::string& id)>;

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

  // Answers from now on. Once.
  void Start();
  // Ends its connections, answered or not. Once at most.
  void Stop();
  int port() const;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace waystone
