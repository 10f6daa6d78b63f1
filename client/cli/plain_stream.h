// What the program prints, fit for a terminal.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace waystone::cli {

// Writes to a stream line by line, with the characters of names that could act on a terminal escaped (Escaped in
// core/base/quoted.h); line feeds and tabs stay. The stream must outlive it. One thread.
class PlainBuffer : public std::streambuf {
 public:
  explicit PlainBuffer(std::ostream& out) : out_(out) {}

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  // Writes what it holds.
  void Pass();

  std::ostream& out_;
  std::string line_;  // that has not ended
};

// A stream over one, which passes on what is left when it ends.
class PlainStream : public std::ostream {
 public:
  explicit PlainStream(std::ostream& target) : std::ostream(nullptr), buffer_(target) { rdbuf(&buffer_); }
  ~PlainStream() override { buffer_.pubsync(); }
  PlainStream(const PlainStream&) = delete;
  PlainStream& operator=(const PlainStream&) = delete;

 private:
  PlainBuffer buffer_;
};

}  // namespace waystone::cli
