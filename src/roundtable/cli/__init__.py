"""The command line: `roundtable COMMAND`.  Errors are one clear line and exit code 2; Ctrl-C is exit code 130.

Commands import what they need when they run, so that the quick ones start quickly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from roundtable.engine import BadGame, BadMatchFile, BadOption, BadPosition, Refusal
from roundtable.games import UnknownGame
from roundtable.games.edition import BadEdition
from roundtable.version import VERSION, compiled

from . import (
    about,
    adapters,
    bots,
    editions,
    files,
    keep,
    lessons,
    press,
    puzzles,
    report,
    serve,
    site,
    soak,
    study,
    table,
)
from .common import Trouble

ERRORS = (BadEdition, BadGame, BadMatchFile, BadOption, BadPosition, OSError, Refusal, UnknownGame, Trouble)


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(
    VERSION, prog_name="roundtable", message=f"%(prog)s %(version)s ({'compiled' if compiled() else 'pure Python'})"
)
@click.pass_context
def roundtable(context: click.Context) -> object:
    """Five games of chivalry: play them, study them, check your own.

    Without a command the games open in your browser.

    Example: roundtable play knights-duty --players 4
    """
    if context.invoked_subcommand is None:
        return context.invoke(serve.serve, show=True, port=serve.free_port())
    return None


for command in (
    about.about,
    about.games,
    about.rules,
    table.play,
    editions.edition,
    lessons.lesson,
    puzzles.puzzles,
    serve.serve,
    keep.backup,
    keep.restore,
    keep.upgrade,
    soak.soak,
    site.site,
    study.simulate,
    report.report,
    report.tune,
    files.replay,
    files.verify,
    study.check,
    study.bench,
    bots.arena,
    bots.hint,
    bots.review,
    press.press,
):
    roundtable.add_command(command)
study.bench.add_command(adapters.bench_adapters)


def main(args: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    sys.exit(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run a command; its exit code."""
    try:
        code = roundtable.main(args, prog_name="roundtable", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        return complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ERRORS as error:
        return complain(words(error))
    except ValueError as error:
        from roundtable.bots import NoBot  # not before it is needed: bots that search load much
        from roundtable.table.lessons import BadLesson

        if isinstance(error, (BadLesson, NoBot)):
            return complain(words(error))
        raise


def words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def complain(message: str) -> int:
    click.echo(f"roundtable: {' '.join(message.split())}", err=True)
    return 2
