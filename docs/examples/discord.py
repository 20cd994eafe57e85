#!/usr/bin/env python3
"""Receives a table's webhook, checks that the table sent it, and posts each new roll to a channel of Discord.

    python3 discord.py webhook.secret https://discord.com/api/webhooks/... [port]

The table's settings name it: webhooks = ["http://127.0.0.1:8500/"]. The file webhook.secret is in the table's data
folder. It needs Python 3.9 and nothing else. docs/api.md, "Told of every roll", says what comes.
"""
import base64
import hashlib
import hmac
import http.server
import json
import sys
import time
import urllib.error
import urllib.request

secret = base64.b64decode(open(sys.argv[1]).read().strip().removeprefix("whsec_"))
channel = sys.argv[2]
seen = {}  # what came before: a message may come twice


def genuine(headers, body):
    """Says whether the table signed this message, less than five minutes ago (Standard Webhooks)."""
    said = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(secret, said, hashlib.sha256).digest()).decode()
    when = headers["webhook-timestamp"] or ""
    young = when.isdecimal() and abs(time.time() - int(when)) < 300
    return young and hmac.compare_digest(right, headers["webhook-signature"] or "")


def words(message):
    """What the channel reads of a roll; empty for what isn't told there."""
    roll = message.get("roll")
    if message["kind"] != "roll" or roll["status"] != "counted":
        return ""
    return f"🎲 {roll.get('player') or 'The table'}: {roll['text']}"[:2000]  # Discord takes no more


def post(text):
    """Posts to Discord, and returns what the table is to be answered: it tries again after 429 and 503."""
    body = json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()  # nobody is called
    head = {"Content-Type": "application/json", "User-Agent": "astragal-example (https://discord.com, 1)"}
    try:
        urllib.request.urlopen(urllib.request.Request(channel, body, head), timeout=8).close()
        return 204, {}
    except urllib.error.HTTPError as refused:
        return (429, {"Retry-After": refused.headers.get("Retry-After", "5")}) if refused.code == 429 else (503, {})
    except OSError:
        return 503, {}


class Listener(http.server.BaseHTTPRequestHandler):
    timeout = 10  # seconds for who connects and sends nothing

    def do_POST(self):
        size = self.headers["content-length"] or ""
        body = self.rfile.read(min(int(size), 1 << 20) if size.isdecimal() else 0)
        status, head = 401, {}
        if genuine(self.headers, body):
            message, status = json.loads(body), 204
            mark = (message["source"], message["seq"])
            text = "" if mark in seen else words(message)
            if text:
                status, head = post(text)
            if status == 204:
                seen[mark] = True
        self.send_response(status)
        for name, value in head.items():
            self.send_header(name, value)
        self.end_headers()


if __name__ == "__main__":
    http.server.HTTPServer(("127.0.0.1", int(sys.argv[3]) if len(sys.argv) > 3 else 8500), Listener).serve_forever()
