"""Metrics for `/metrics`, in Prometheus' words."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

registry = CollectorRegistry()

answers = Counter("roundtable_answers", "Answers taken, by game and by whom.", ("game", "by"), registry=registry)
refusals = Counter("roundtable_refusals", "Frames refused, by what they wanted.", ("do",), registry=registry)
frames = Counter("roundtable_frames", "Frames sent, by kind.", ("kind",), registry=registry)
requests = Counter("roundtable_requests", "HTTP requests, by status.", ("status",), registry=registry)
faults = Counter("roundtable_faults", "Errors nobody expected, by place.", ("place",), registry=registry)
sockets = Gauge("roundtable_sockets", "Open sockets.", registry=registry)
tables = Gauge("roundtable_tables", "Tables in memory.", registry=registry)
held = Counter("roundtable_held", "Seats that a bot took over from a person.", registry=registry)

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
answer_seconds = Histogram(
    "roundtable_answer_seconds", "From an answer's arrival to its scenes.", buckets=_FAST, registry=registry
)
commit_seconds = Histogram("roundtable_commit_seconds", "One transaction.", buckets=_FAST, registry=registry)
commit_jobs = Histogram(
    "roundtable_commit_jobs", "Writes sharing a transaction.", buckets=(1, 2, 5, 10, 50, 200, 1000), registry=registry
)
slow_requests = Counter(
    "roundtable_slow_requests",
    "Requests that were cut off, by the part that did not come.",
    ("part",),
    registry=registry,
)
limited = Counter(
    "roundtable_limited", "What was refused because it was too much, by kind.", ("kind",), registry=registry
)
evictions = Counter("roundtable_evictions", "Tables that could not be read anew and were given up.", registry=registry)
reloads = Counter("roundtable_reloads", "Tables read anew because a write was refused.", registry=registry)
bus_losses = Counter("roundtable_bus_losses", "Connections to other processes that were lost.", registry=registry)
deaf = Gauge("roundtable_deaf", "1 while other processes cannot be heard.", registry=registry)
write_failures = Counter("roundtable_write_failures", "Writes that the store did not take.", registry=registry)
hurried = Counter(
    "roundtable_hurried",
    "Thoughts for which there was no time: a quick bot answered, or there was no hint.",
    ("what",),
    registry=registry,
)
think_seconds = Histogram(
    "roundtable_think_seconds", "A bot's thinking, with waiting.", buckets=_FAST, registry=registry
)
