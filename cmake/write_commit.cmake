# cmake -DSOURCE_DIR=... -DCOMMIT=... -DOUTPUT=... -P write_commit.cmake: a source with the commit given, or else the one checked out
# in SOURCE_DIR, or "". It is written if it changes.
cmake_minimum_required(VERSION 3.25)
if(NOT COMMIT)
  # By its folder: a copy of the sources inside another repository has no commit.
  execute_process(COMMAND git --git-dir=${SOURCE_DIR}/.git rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "namespace waystone {
extern const char* const kCommit;
const char* const kCommit = \"${COMMIT}\";
}  // namespace waystone
")
