"""The routes of the lab, for the owner. The lab is imported on first use."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.box import box
from automarium.box.box import Packs
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.games import plugins
from automarium.interfaces.web.errors import find_status, strip_folders
from automarium.interfaces.web.preferences import make_page_context
from automarium.interfaces.web.routes.game_request import FormRoute, HeavyRoute, PageRoute, read_form
from automarium.sessions.session import OwnResults, check_enough, collect_results
from automarium.storage import user_folder
from automarium.storage.store import StoredGame

if TYPE_CHECKING:
    from automarium.lab.configuration import Design, Plan
    from automarium.lab.result_files import Row
    from automarium.lab.run_folder import LabRun, RunFolder
    from automarium.lab.simulated_game import PreparedGame

GAMES = (100, 500, 2000)  # of each level
SEED = 1


class LabRoutes:
    """``is_owner``: whether a request may start runs; ``packs`` are the owner's, with the levels that they add;
    ``find_kept``: the games that a request may see."""

    def __init__(
        self,
        is_owner: Callable[[Request], bool],
        packs: Packs,
        find_kept: Callable[[Request], list[StoredGame]],
    ) -> None:
        self._is_owner = is_owner
        self._packs = packs
        self._find_kept = find_kept

    def routes(self) -> list[Route]:
        return [
            PageRoute("/lab", self.index),
            PageRoute("/lab/new/{game}", self.new),
            HeavyRoute("/lab/new/{game}", self.begin, read_form),
            PageRoute("/lab/run/{run}", self.run),
            FormRoute("/lab/run/{run}/{what}", self.change),
            HeavyRoute("/lab/run/{run}/report.html", self.report),
            HeavyRoute("/lab/run/{run}/audit.html", self.audit),
            HeavyRoute("/lab/run/{run}/results.csv", self.results),
        ]

    @cached_property
    def shelf(self) -> RunFolder:
        from automarium.lab.run_folder import RunFolder

        # One core is left to the players.
        return RunFolder(user_folder.folder() / "lab", max(1, (os.cpu_count() or 2) - 1))

    def index(self, request: Request) -> Response:
        from automarium.interfaces.web.pages.lab import render_lab

        self._check_owner(request)
        return HTMLResponse(render_lab(make_page_context(request), self.shelf.runs()))

    def new(self, request: Request) -> Response:
        from automarium.interfaces.web.pages.lab import render_new_run

        self._check_owner(request)
        definition = plugins.load_definition(request.path_params["game"])
        page = make_page_context(request, definition.name)
        results = collect_results(self._find_kept(request), definition.name)
        return HTMLResponse(render_new_run(page, definition, GAMES, results, self._find_levels(definition)))

    def begin(self, request: Request, sent: Mapping[str, str]) -> Response:
        self._check_owner(request)
        definition = plugins.load_definition(request.path_params["game"])
        results = collect_results(self._find_kept(request), definition.name)
        plan = read_plan(definition.name, sent, results, self._find_levels(definition))
        return RedirectResponse(f"/lab/run/{self.shelf.begin(plan)}", 303)

    def _find_levels(self, definition: AnyDefinition) -> dict[str, Design]:
        """Return the levels that the owner's pack adds, each as a design."""
        from automarium.lab.designer_packs import make_level_designs

        return make_level_designs(box.pack_of(definition, self._packs))

    def run(self, request: Request) -> Response:
        from automarium.interfaces.web.pages.lab import render_damaged_run, render_run

        self._check_owner(request)
        run = self._find_run(request)
        page = make_page_context(request, run.plan.game)
        try:
            rows = self.shelf.rows(run.id)
        except Refused as fault:
            words = page.translator.sentence(strip_folders(fault.message))
            return HTMLResponse(render_damaged_run(page, run, words), find_status(fault))
        return HTMLResponse(render_run(page, run, rows))

    def change(self, request: Request, sent: Mapping[str, str]) -> Response:
        self._check_owner(request)
        run = self._find_run(request)
        match request.path_params["what"]:
            case "stop":
                self.shelf.stop(run.id)
            case "resume":
                self.shelf.resume(run.id)
            case "remove":
                self.shelf.remove(run.id)
                return RedirectResponse("/lab", 303)
            case _:
                raise HTTPException(404)
        return RedirectResponse(f"/lab/run/{run.id}", 303)

    def report(self, request: Request) -> Response:
        from automarium.lab.report import render_report

        self._check_owner(request)
        run = self._find_run(request)
        page = make_page_context(request, run.plan.game)
        rows = self.shelf.rows(run.id)
        find_ready, missing = make_finder(run.plan), run.total - len(rows)
        text = render_report(rows, page.lang, page.translator.say, missing=missing, find_ready=find_ready)
        return self._make_file(text.encode(), "text/html; charset=utf-8", f"{run.plan.game}-report.html")

    def audit(self, request: Request) -> Response:
        from automarium.lab.audit import render_audit
        from automarium.lab.summary import summarise

        self._check_owner(request)
        run = self._find_run(request)
        page = make_page_context(request, run.plan.game)
        rows = self.shelf.rows(run.id)
        find_ready, missing = make_finder(run.plan), run.total - len(rows)
        text = render_audit(summarise(rows), page.lang, page.translator.say, missing=missing, find_ready=find_ready)
        return self._make_file(text.encode(), "text/html; charset=utf-8", f"{run.plan.game}-audit.html")

    def results(self, request: Request) -> Response:
        self._check_owner(request)
        run = self._find_run(request)
        if not run.finished:
            raise HTTPException(404)
        return self._make_file(
            self.shelf.results(run.id).read_bytes(), "text/csv; charset=utf-8", f"{run.plan.game}.csv"
        )

    def _make_file(self, content: bytes, kind: str, name: str) -> Response:
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=kind, headers=headers)

    def _find_run(self, request: Request) -> LabRun:
        try:
            return self.shelf.run(request.path_params["run"])
        except Refused:
            raise HTTPException(404) from None

    def _check_owner(self, request: Request) -> None:
        if not self._is_owner(request):
            raise HTTPException(403)


def make_finder(plan: Plan) -> Callable[[Row], PreparedGame]:
    """Return a function that returns what a row of a plan was played with."""
    from automarium.lab.simulated_game import PreparedGame

    ready = {one.digest: PreparedGame(one) for one in plan.configurations}
    return lambda row: ready[row.configuration]


def read_plan(game: str, sent: Mapping[str, str], own: OwnResults, added: Mapping[str, Design]) -> Plan:
    """Return the plan of a form: the ticked levels against one rival. ``own`` are the results of the owner's games,
    ``added`` the levels of the owner's pack. Raise Refused if it is incomplete."""
    from automarium.lab.configuration import OWNER, list_levels, make_configuration, make_plan
    from automarium.lab.result_files import LINES

    definition = plugins.load_definition(game)
    levels = [*list_levels(definition, make_configuration(game).pack), *added]
    chosen = [level for level in levels if f"level.{level}" in sent]
    if not chosen:
        raise refuse("lab.no-level", "level")
    count = sent.get("games", "")
    if count not in map(str, GAMES):
        raise refuse("answer.option", "games", given=count, options=list(GAMES))
    rival = sent.get("rival", "")
    if rival == OWNER:
        check_enough(own, "rival")
    made = [
        make_configuration(
            game,
            {"level": one},
            rival=rival,
            label=f"level={one} pack={added[str(one)].name}" if str(one) in added else f"level={one}",
            design=added.get(str(one)),
            results=own.points if rival == OWNER else (),
            levels=own.levels if rival == OWNER else (),
        )
        for one in chosen
    ]
    return make_plan(made, int(count), SEED, columns=[LINES] if definition.lab.has_lists else [])
