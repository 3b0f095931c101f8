# SPDX-License-Identifier: MIT
"""Generated catalogues: nulls, ties, empty lists, long decimals, mixed text.

A catalogue is a JSON file of one of the shapes that cq finds records in, or a list of the built-in
source `hotels`. Its numbers are written in several notations; what they mean is kept as a decimal.
"""
import calendar
import datetime
import json
from decimal import Decimal

import arithmetic
import functions
from model import (ANY, BOOL, DATE, DATED, ID, LONG, PHRASE, PRICE, SMALL, WILD, WORD, Catalogue,
                   Column, Type, list_of)

WORD_LETTERS = "abcdz019"
PHRASE_UNITS = ["a", "A", "b", "B", "e", "E", "é", "É", "è", "o", "ö", "Ö", "u", "ü", "n", "ñ", "ç",
                "s", "ß", "z", "Z", "1", "2", "9", " ", " ", "д", "Д", "α", "Ω", "ω", "ss", "de",
                "Inn", "日", "本"]
WILD_UNITS = PHRASE_UNITS + ["e\u0301", "o\u0308", "😀", "👍🏽", "👩‍👧", "-", ".", "\"", "'", "\\",
                             "%", "_", "*", "?", "\t", "\n", ",", "/", "{", "$", "#", "|", "\u001b"]
NAMES = ["a", "b", "c", "n", "x", "y", "size", "Stars", "price", "page", "name", "count", "größe",
         "first name", "in", "not", "x_1", "limit", "top", "by", "Übung", "all", "end", "from",
         "v2", "rank", "desc", "show", "tags", "note", "kind", "weight"]


def word(random):
    return "".join(random.choice(WORD_LETTERS) for _ in range(random.choice([0, 1, 1, 2, 2, 3])))


def phrase(random):
    return "".join(random.choice(PHRASE_UNITS) for _ in range(random.choice([0, 1, 2, 3, 5, 9])))


def wild(random):
    return "".join(random.choice(WILD_UNITS) for _ in range(random.choice([0, 1, 2, 3, 5, 9])))


def small(random):
    return Decimal(random.randint(-3, 12))


def price(random):
    return Decimal(random.randint(-500, 99_999)).scaleb(-random.choice([0, 1, 2, 2]))


def long_number(random):
    """Up to 38 digits, the point anywhere among them."""
    digits = random.choice([1, 10, 18, 19, 20, 37, 38, 38])
    places = random.choice([0, 0, 1, digits // 2, digits, 38])
    whole = random.choice([10 ** digits - 1, 10 ** (digits - 1), random.randrange(10 ** digits)])
    return Decimal(random.choice([whole, -whole])).scaleb(-places)


def dated(random):
    """A date, a date with a time in one of its forms, or what is none."""
    year = random.choice([1, 1970, 1999, 2023, 2024, 2024, 9999])
    day = (f"{year:04}-{random.randint(1, 12):02}-"
           f"{random.choice([1, 1, 15, 28, 29, 30, 31]):02}")
    time = f"{random.randint(0, 24):02}:{random.randint(0, 59):02}"
    zone = random.choice(["", "", "Z", "+01:00"])
    return random.choice([day, day, day, f"{day}T{time}{zone}", f"{day} {time}:07{zone}",
                          f"{day}T{time}:59.25{zone}", f"{day}T00:00:00", day[2:], "today"])


def day(random):
    """Of the calendar; where all texts of a field are days cq reads dates."""
    year, month = random.choice([1, 1970, 2023, 2024, 2024, 9999]), random.choice([1, 1, 2, 2, 12])
    last = calendar.monthrange(year, month)[1]
    return datetime.datetime(year, month, min(random.choice([1, 1, 9, 28, 29, 31]), last))


def any_value(random):
    return random.choice([small(random), small(random), word(random), word(random), True, False])


def value(random, type):
    """A value of a type; an element of a list can be null, a list empty, a member absent."""
    if type.kind == "list":
        length = random.choice([0, 0, 1, 1, 2, 3, 5])
        return [None if random.random() < 0.08 else value(random, type.element)
                for _ in range(length)]
    if type.kind == "record":
        return {name: None if random.random() < 0.2 else value(random, member)
                for name, member in type.members if random.random() >= 0.15}
    return _SCALARS[type](random)


_SCALARS = {BOOL: lambda random: random.random() < 0.5, ANY: any_value, SMALL: small, PRICE: price,
            LONG: long_number, WORD: word, PHRASE: phrase, WILD: wild, DATED: dated,
            DATE: day}

# What SQLite holds, and what DuckDB holds besides.
_COMMON = [SMALL, SMALL, SMALL, WORD, WORD, BOOL]
_SHARED = _COMMON + [PRICE, PHRASE, list_of(SMALL), list_of(WORD)]
_TYPES = [SMALL, SMALL, SMALL, PRICE, PRICE, LONG, WORD, WORD, PHRASE, PHRASE, WILD, DATED, DATED,
          DATE, DATE, BOOL, ANY, list_of(SMALL), list_of(SMALL), list_of(WORD), list_of(PHRASE),
         list_of(PRICE), list_of(DATE)]


def _type(random, palette, rows):
    """A field needs a number and a text to be of no certain type."""
    if palette is _TYPES and random.random() < 0.07:
        names = random.sample(["a", "k", "x", "y"], 2)
        return Type("record", members=tuple(
            (name, random.choice([SMALL, WORD, BOOL, PHRASE])) for name in names))
    return random.choice(palette if rows > 1 else [t for t in palette if t != ANY])


def _is_present(value):
    """Whether cq can tell a column's type from a value."""
    if isinstance(value, list):
        return any(element is not None for element in value)
    return value is not None


def _filled(random, column_type, rows):
    """The values of a column; at least one tells its type."""
    nulls = random.choice([0, 0.1, 0.1, 0.5])
    values = [None if random.random() < nulls else value(random, column_type) for _ in range(rows)]
    if column_type.kind == "record":
        values[0] = {name: _telling(random, member) for name, member in column_type.members}
    elif column_type == ANY:
        values[:2] = [Decimal(1), "a"]
    elif column_type == DATED and all(item is None or functions.is_day(item) for item in values):
        values[random.randrange(rows)] = "today"
    elif not any(map(_is_present, values)):
        values[random.randrange(rows)] = _telling(random, column_type)
    return values


def _telling(random, column_type):
    while True:
        candidate = value(random, column_type)
        if _is_present(candidate):
            return candidate


def _samples(values):
    flat = []
    for item in values:
        flat += item if isinstance(item, list) else [item]
    return tuple(v for v in flat if v is not None and not isinstance(v, dict))[:40]


# Writing

def number_text(random, number):
    """One of the notations of JSON for a number."""
    plain = format(number, "f")
    choice = random.random()
    if choice < 0.1 and "." in plain:
        return plain + "0"
    if choice < 0.15 and "." not in plain and len(plain) < 10:
        return plain + ".0"
    if choice < 0.2:
        return f"{number:E}"
    return "-0" if plain == "0" and choice > 0.95 else plain


def json_text(random, item):
    if isinstance(item, Decimal):
        return number_text(random, item)
    if isinstance(item, list):
        return "[" + ", ".join(json_text(random, v) for v in item) + "]"
    if isinstance(item, dict):
        return _record(random, item)
    if isinstance(item, datetime.datetime):
        item = functions.written(item)
    return json.dumps(item, ensure_ascii=random.random() < 0.2)


def _object(random, members):
    """A row; sometimes a null member is missing instead, which only within records is another."""
    return _record(
        random, {n: v for n, v in members.items() if v is not None or random.random() < 0.5})


def _record(random, members):
    return "{" + ",".join(
        json.dumps(name, ensure_ascii=False) + ":" + json_text(random, value)
        for name, value in members.items()) + "}"


def _file(random, lines):
    form = random.choice(["ndjson", "json", "member"])
    if form == "ndjson":
        return "ndjson", "\n".join(lines) + random.choice(["", "\n"])
    listed = "[" + ",\n".join(lines) + "]"
    return "json", listed if form == "json" else '{"total": 3, "items": ' + listed + "}"


def _row_count(random):
    return random.choice([1, 2, 3, 5, 8, 8, 12, 12, 20, 20, 40, 60])


def partner(random, number):
    """A small file to put together with another."""
    return file_catalogue(random, f"{number}p", random.choice([1, 2, 5, 9]))


def file_catalogue(random, number, count=None):
    """A file whose types cq infers. The column `nr` numbers the rows."""
    count = count or (300 if random.random() < 0.02 else _row_count(random))
    names = random.sample(NAMES, random.randint(4, 9))
    palette = random.choice([_COMMON, _SHARED, _TYPES, _TYPES])
    types = [_type(random, palette, count) for _ in names]
    values = [_filled(random, column_type, count) for column_type in types]
    columns = [Column("nr", SMALL, (Decimal(1), Decimal(5)))]
    columns += [Column(n, t, _samples(v)) for n, t, v in zip(names, types, values)]
    rows = [{"nr": Decimal(i)} | {n: v[i] for n, v in zip(names, values)} for i in range(count)]
    # The first record names every member: so the order of the columns is known.
    lines = [_record(random, rows[0])] + [_object(random, row) for row in rows[1:]]
    ending, text = _file(random, lines)
    name = f"c{number}.{ending}"
    return Catalogue(f"c{number}", f'"{name}"', columns, rows, name, text)


def _id(random, taken):
    while True:
        number = str(random.randint(0, 60))
        candidate = random.choice([number, number, word(random) + "x", "X" + word(random),
                                   number + ".0", number + ".50", "-" + number,
                                   str(10 ** 30 + random.randint(0, 9))])
        if candidate not in taken:
            taken.add(candidate)
            return candidate


def _hotel(random, taken):
    def maybe(make):
        return None if random.random() < 0.12 else make(random)
    suites = maybe(lambda r: [Decimal(r.randint(0, 9)) for _ in range(r.choice([0, 1, 1, 2, 4]))])
    return {"id": _id(random, taken), "name": maybe(phrase), "address": maybe(wild),
            "stars": maybe(lambda r: Decimal(r.randint(0, 5))), "distance": maybe(price),
            "suites": suites, "rooms": None if suites is None else Decimal(len(suites))}


def _hotel_text(random, row):
    """As the feed has it: the free rooms in one text, cut at each colon."""
    members = {k: v for k, v in row.items() if k not in ("id", "suites", "rooms")}
    if row["suites"] is not None:
        members["suites_availability"] = ":".join(
            arithmetic.text(v) for v in row["suites"]) + random.choice(["", ":"])
    key = row["id"] if row["id"].isdigit() and random.random() < 0.5 else json.dumps(row["id"])
    rest = _object(random, members)[1:]
    return '{"id":' + key + ("" if rest == "}" else ",") + rest


def hotels_catalogue(random, number):
    """A list for the built-in source `hotels`; it can be empty, and its ids are of the type Id."""
    taken = set()
    rows = [_hotel(random, taken) for _ in range(random.choice([0, 1, 3, 8, 15, 40]))]
    types = [("id", ID), ("name", PHRASE), ("address", WILD), ("stars", SMALL), ("distance", PRICE),
             ("suites", list_of(SMALL)), ("rooms", SMALL)]
    columns = [Column(n, t, _samples([row[n] for row in rows])) for n, t in types]
    text = "[" + ",".join(_hotel_text(random, row) for row in rows) + "]"
    name = f"h{number}.json"
    return Catalogue(f"h{number}", "hotels", columns, rows, name, text,
                     ["--source", f"hotels={name}"])


def catalogue(random, number):
    make = hotels_catalogue if random.random() < 0.2 else file_catalogue
    return make(random, number)
