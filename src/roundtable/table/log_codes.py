"""The codes under which hosts log what operators should know.  docs/host/operating.md lists them; a test compares."""

from __future__ import annotations

from enum import StrEnum


class LogCode(StrEnum):
    """Stable names: alarms and searches are built on them.  Each has a sentence below."""

    TABLE_OPENED = "table_opened"
    TABLE_FORGOTTEN = "table_forgotten"
    MATCH_OVER = "match_over"
    MATCH_CLOSED = "match_closed"
    TABLE_RELOADED = "table_reloaded"
    TABLE_EVICTED = "table_evicted"
    TABLE_UNREADABLE = "table_unreadable"
    END_NOT_SAVED = "end_not_saved"
    RULES_FAULT = "rules_fault"
    FRAME_FAULT = "frame_fault"
    BOT_REFUSED = "bot_refused"
    BOT_FAILED = "bot_failed"
    BOT_HURRIED = "bot_hurried"
    BOT_GAVE_UP = "bot_gave_up"
    BOT_WORKER_LOST = "bot_worker_lost"
    HINT_FAILED = "hint_failed"
    WORKSHOP_FAILED = "workshop_failed"
    STORE_REFUSED = "store_refused"
    STORE_RETRY = "store_retry"
    STORE_NOT_READY = "store_not_ready"
    BUS_LOST = "bus_lost"
    SOCKET_FAULT = "socket_fault"
    PAGE_FAULT = "page_fault"
    BACKGROUND_FAULT = "background_fault"
    LIBRARY = "library"
    DRAINING = "draining"


SENTENCES = {
    LogCode.TABLE_OPENED: "Somebody has opened a table.",
    LogCode.TABLE_FORGOTTEN: "A table that was never begun, and at which nobody has looked for long, is deleted.",
    LogCode.MATCH_OVER: "A match has ended.",
    LogCode.MATCH_CLOSED: "A match of earlier rules cannot be played on; what was played stays readable.",
    LogCode.TABLE_RELOADED: "A write was refused, or another process was faster; the table was read anew.",
    LogCode.TABLE_EVICTED: "A table could not be read anew and has left the memory; its people were told to come back.",
    LogCode.TABLE_UNREADABLE: "The log of a table does not hold under the present rules.",
    LogCode.END_NOT_SAVED: "The log of a match is complete, but its end is not noted; whoever loads it next does that.",
    LogCode.RULES_FAULT: "The rules of a game failed over an answer; the match went back, nothing was written.",
    LogCode.FRAME_FAULT: "A frame failed; nothing has changed.",
    LogCode.BOT_REFUSED: "The answer of a bot was refused; a random one was given.",
    LogCode.BOT_FAILED: "A bot failed or took too long; a weaker one is asked.",
    LogCode.BOT_HURRIED: "There was no time for the thought of a bot: a quick one answered.",
    LogCode.BOT_GAVE_UP: "No bot could answer; it is tried again in a second.",
    LogCode.BOT_WORKER_LOST: "A process in which bots think has died and is replaced.",
    LogCode.HINT_FAILED: "No hint could be thought out.",
    LogCode.WORKSHOP_FAILED: "A worker of the workshop failed or took too long over an edition; it is replaced.",
    LogCode.STORE_REFUSED: "The store failed while a page was made.",
    LogCode.STORE_RETRY: "A connection of the store failed; its work is done again on another.",
    LogCode.STORE_NOT_READY: "The store cannot write, so the server says that it is not ready.",
    LogCode.BUS_LOST: "Other processes cannot be told, or heard; it is tried again.",
    LogCode.SOCKET_FAULT: "A socket failed and was closed; its client comes back.",
    LogCode.PAGE_FAULT: "A page failed.",
    LogCode.BACKGROUND_FAULT: "A background task failed.",
    LogCode.LIBRARY: "A library says something; `message` has its words, `logger` its name.",
    LogCode.DRAINING: "The server is ending and says good-bye to its sockets.",
}
