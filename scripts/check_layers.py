#!/usr/bin/env python3
"""Holds the includes of the source tree against the two tables of docs/architecture.md.

The table of folders ("folder | purpose | may include") names for each folder the folders it may include; the table of
libraries ("headers | only in") names for a library's headers the folders that may include them. A folder without a
row is an error, and so is a row without a folder, and a cycle. "–" stands for no folder, "all" for every folder that
has not "all" itself.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ROOT / "docs" / "architecture.md"
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')


def read_table(first_column):
    """Rows of the Markdown table whose first heading is `first_column`, as lists of cells."""
    rows, inside = [], False
    for line in TABLES.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == first_column:
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not set(cells[0]) <= set("-: "):
            rows.append(cells)
    return rows


def folder_of(path, folders):
    """The longest folder of the table that holds `path`, or None."""
    parts = pathlib.PurePosixPath(path).parts[:-1]
    for count in range(len(parts), 0, -1):
        if "/".join(parts[:count]) in folders:
            return "/".join(parts[:count])
    return None


def find_cycle(may_include):
    """A folder that may reach itself over the table, or None."""
    for start in may_include:
        seen, todo = set(), list(may_include[start])
        while todo:
            folder = todo.pop()
            if folder == start:
                return start
            if folder not in seen:
                seen.add(folder)
                todo.extend(may_include.get(folder, []))
    return None


def included_paths(source):
    for number, line in enumerate((ROOT / source).read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(2)


def check_file(source, may_include, only_in, top_folders):
    errors = []
    home = folder_of(source, may_include)
    if home is None:
        return [f"{source}: its folder has no row in the table of folders"]
    for number, path in included_paths(source):
        for prefix, places in only_in.items():
            if path.startswith(prefix) and not any((home + "/").startswith(place + "/") for place in places):
                errors.append(f"{source}:{number}: {path} may be included only in {', '.join(places)}")
        if path.split("/")[0] not in top_folders:
            continue
        target = folder_of(path, may_include)
        if target is None:
            errors.append(f"{source}:{number}: {path} is in a folder without a row in the table of folders")
        elif target != home and target not in may_include[home]:
            errors.append(f"{source}:{number}: {home} may not include {target} ({path})")
    return errors


def main():
    rows = {row[0]: row[2].split() for row in read_table("folder")}
    everything = [folder for folder, allowed in rows.items() if allowed != ["all"]]
    may_include = {folder: {"all": everything, "–": []}.get(" ".join(allowed), allowed)
                   for folder, allowed in rows.items()}
    only_in = {row[0]: row[1].split() for row in read_table("headers")}
    if not may_include or not only_in:
        return [f"{TABLES.name}: no table of folders or no table of libraries"]
    top_folders = {folder.split("/")[0] for folder in may_include}
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cc"], cwd=ROOT, check=True, capture_output=True, text=True)
    sources = listed.stdout.split()

    errors = [f"{folder}: the table names it, no source lies in it"
              for folder in may_include if not any(s.startswith(folder + "/") for s in sources)]
    for folder, allowed in may_include.items():
        errors += [f"{folder}: may include {name}, which has no row" for name in allowed if name not in may_include]
    cycle = find_cycle(may_include)
    if cycle:
        errors.append(f"{cycle}: may include itself over other folders")
    for source in sources:
        errors += check_file(source, may_include, only_in, top_folders)
    return errors


if __name__ == "__main__":
    failures = main()
    print("\n".join(failures), end="\n" if failures else "")
    sys.exit(1 if failures else 0)
