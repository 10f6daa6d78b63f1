// What a store of maps ought to serve, told slowly by the bytes of its folder.
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/store/map_store.h"
#include "tests/simulation/published_maps.h"

namespace waystone {

// A file of the folder.
struct FileLook {
  int map = -1;        // of AllPublished; -1: its bytes are no published package
  int world = -1;      // likewise
  bool opens = false;  // header, table and manifest are whole; else the rest is empty
  std::string map_id;
  std::string generation;
};
// By path; those put aside too.
using FolderLook = std::map<std::string, FileLook>;
FolderLook LookAt(const std::string& folder);
PackageFile ReadBytes(const std::string& path);  // empty if there is none
FileLook LookAtFile(const std::string& path);

// A map that is served.
struct ServedLook {
  std::string path;  // where it is or will be
  std::string generation;
  bool is_good = false;  // its bytes are those of a published package
};

struct StoreLook {
  std::map<std::string, ServedLook> maps;  // by id
  std::set<std::string> listed;            // their ids, and those of maps that are known to be damaged
  std::string world;                       // its generation; empty: none
};
StoreLook LookAt(const MapStore& store, const std::string& folder);

struct StoreExpectation {
  StoreLook store;
  std::set<std::string> refused;      // paths
  std::set<std::string> may_refused;  // those that may be, besides
};
// After a reload that nothing disturbs. `before`: what is served, empty if `is_first`.
StoreExpectation ExpectReload(const std::string& folder, const FolderLook& files, const StoreLook& before,
                              bool is_first);

// The rule that such a reload broke; empty: none.
std::string CompareReload(const StoreExpectation& expected, const StoreLook& after,
                          const std::vector<MapStore::Refusal>& refused);
// The same of a reload that faults, or a writer at work, disturbed. The folder looked at before it and after it.
std::string CheckDisturbed(const std::string& folder, const StoreLook& before, const StoreLook& after,
                           const FolderLook& files_before, const FolderLook& files_after, bool is_first);

}  // namespace waystone
