"""Writes a table's last roll into a text source of OBS, for an OBS without a Browser source.

In OBS: Tools, Scripts, +, this file. Choose the text source and the table's address.
It reads the table's view (docs/api.md, "GET /api/view") beside OBS's own work, so that a table
that is away holds nothing up. A roll that is corrected is corrected here too.
"""
import json
import threading
import urllib.request

import obspython as obs

settings = {"table": "http://127.0.0.1:8437", "source": ""}
newest = {"text": "", "shown": None}
stopped = threading.Event()
worker = None


def ask():
    """Asks the table once a second until the script is taken out."""
    while not stopped.wait(1):
        try:
            with urllib.request.urlopen(settings["table"].rstrip("/") + "/api/view", timeout=5) as answer:
                rolls = json.load(answer)["view"]["rolls"]
            newest["text"] = f"{rolls[0].get('seat') or ''} {rolls[0]['text']}".strip() if rolls else ""
        except Exception as problem:  # whatever answers there, the text never stays as it was without a word
            newest["text"] = f"not live: {getattr(problem, 'reason', problem)}"


def show():
    """Puts the newest text into the source: in OBS's own thread."""
    if newest["text"] == newest["shown"]:
        return
    source = obs.obs_get_source_by_name(settings["source"])
    if source is None:
        return
    data = obs.obs_data_create()
    obs.obs_data_set_string(data, "text", newest["text"])
    obs.obs_source_update(source, data)
    obs.obs_data_release(data)
    obs.obs_source_release(source)
    newest["shown"] = newest["text"]


def script_description():
    return "The last roll of an Astragal table as text."


def script_properties():
    properties = obs.obs_properties_create()
    obs.obs_properties_add_text(properties, "table", "The table's address", obs.OBS_TEXT_DEFAULT)
    obs.obs_properties_add_text(properties, "source", "The text source's name", obs.OBS_TEXT_DEFAULT)
    return properties


def script_defaults(data):
    obs.obs_data_set_default_string(data, "table", settings["table"])


def script_update(data):
    settings["table"] = obs.obs_data_get_string(data, "table")
    settings["source"] = obs.obs_data_get_string(data, "source")
    newest["shown"] = None


def script_load(data):
    global worker
    worker = threading.Thread(target=ask, daemon=True)
    worker.start()
    obs.timer_add(show, 250)


def script_unload():
    obs.timer_remove(show)
    stopped.set()
