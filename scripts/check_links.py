#!/usr/bin/env python3
"""Every relative link of the documents leads to a file, and its fragment to a heading of that file."""
import pathlib
import re
import subprocess
import sys


def fragments(page):
    """The fragments of a page's headings, as GitHub names them; code blocks have none."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ +(.*?) *$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def main():
    broken = []
    for name in subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split():
        page = pathlib.Path(name)
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            if "://" in link or link.startswith("mailto:"):
                continue
            path, _, fragment = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                broken.append(f"{page}: there is no {link}")
            elif fragment and target.suffix == ".md" and fragment not in fragments(target):
                broken.append(f"{page}: {link}: there is no such heading")
    print("\n".join(broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
