"""The command line: `roundtable COMMAND`.  Errors are one clear line and exit code 2; Ctrl-C is exit code 130.

Commands import what they need when they run, so that the quick ones start quickly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from roundtable import __version__
from roundtable.engine import BadMatchFile, BadOption, BadPosition, Refusal
from roundtable.games import UnknownGame
from roundtable.games.edition import BadEdition

from . import about, adapters, bots, files, press, serve, study, table
from .common import Trouble

ERRORS = (BadEdition, BadMatchFile, BadOption, BadPosition, OSError, Refusal, UnknownGame, Trouble)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="roundtable")
def roundtable() -> None:
    """Five games of chivalry: play them, study them, check your own.

    Example: roundtable play knights-duty --players 4
    """


for command in (
    about.games,
    about.rules,
    table.play,
    serve.serve,
    serve.backup,
    study.simulate,
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
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        click.echo(help_wanted.format_message(), err=True)
        return 2
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

        if isinstance(error, NoBot):
            return complain(words(error))
        raise


def words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def complain(message: str) -> int:
    click.echo(f"roundtable: {' '.join(message.split())}", err=True)
    return 2
