# SPDX-License-Identifier: MIT
"""A catalogue with what the first lines of a script name: views, values, and a second file."""
import catalogues
import stages
from model import Query, Stage, View
from pipelines import Pipelines

SHAPING = ["filter", "sort", "limit", "extend", "rename", "drop", "show", "distinct", "summarize",
           "count"]


def equipped(random, number):
    catalogue = catalogues.catalogue(random, number)
    catalogue.partner = catalogues.partner(random, number)
    for name, source in (("near", catalogue), ("far", catalogue.partner)):
        catalogue.views[name] = _view(random, catalogue, name, source)
    numbers = [(f"n{i}", catalogues.small(random)) for i in range(3)]
    texts = [(f"t{i}", catalogues.word(random)) for i in range(2)]
    catalogue.values = {(type(value), value): name for name, value in numbers + texts}
    return catalogue


def _view(random, catalogue, name, source):
    """A few rows; no fault, for a fault in a view would be one of every query over it."""
    while True:
        maker = Pipelines(random, source)
        made = [maker.stage(SHAPING) for _ in range(random.choice([1, 1, 2, 3]))]
        query = Query(source.reference, (*made, Stage("limit", {"count": 12})))
        answer = stages.answer(query, catalogue)
        if answer.code is None and not answer.tolerated \
                and not stages.faults_eagerly(query, catalogue):
            return View(name, query, maker.columns, maker.visible)
