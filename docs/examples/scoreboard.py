#!/usr/bin/env python3
"""Shows a table's last roll and its totals in a terminal.

    python3 scoreboard.py http://127.0.0.1:8437 [--once]

It needs Python 3.9 and nothing else. It reads the table's view (docs/api.md, "GET /api/view") once a
second. On another machine the table must let others look on: see docs/api.md, "Who may do what".
"""
import http.client
import json
import sys
import time
import urllib.request


def view(table):
    """The table's newest view. Raises OSError if the table doesn't answer, ValueError if it isn't a table."""
    with urllib.request.urlopen(table.rstrip("/") + "/api/view", timeout=10) as answer:
        said = json.load(answer)
    if not isinstance(said, dict) or said.get("type") != "view":
        raise ValueError("what answers there is no table")
    return said["view"]


def lines(v):
    """What the board says: the last roll, then where everybody stands."""
    out = []
    if v["rolls"]:
        roll = v["rolls"][0]
        total = "-" if roll["total"] is None else roll["total"]
        out.append(f"Roll {roll['n']}  {roll.get('seat') or ''}  {total}   {roll['text']}")
    if v["waiting"]:
        out.append("A die waits to be read: look at the table's page.")
    for seat in sorted(v["count"]["seats"], key=lambda s: -(s["total"] or 0)):
        total = seat["faces"] if seat["total"] is None else seat["total"]
        out.append(f"{seat['name'] or 'All rolls':<24}{total:>8}   {seat['rolls']} roll{'' if seat['rolls'] == 1 else 's'}")
    return out


def main():
    table = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1] != "--once" else "http://127.0.0.1:8437"
    while True:
        try:
            text = "\n".join(lines(view(table)))
        except (OSError, http.client.HTTPException, ValueError, KeyError) as problem:
            text = f"{table} doesn't answer as a table: {problem}"
        if "--once" in sys.argv:
            print(text)
            return
        print("\033[2J\033[H" + text, flush=True)  # a clear screen first
        time.sleep(1)


if __name__ == "__main__":
    main()
