# SPDX-License-Identifier: MIT
"""Makes the catalogues that are asked: seeded, each made once and kept."""
import array
import gzip
import itertools
import json
import os
import random
import re
import shutil
import subprocess

from process import KEPT, require, say

SEED = 1
# A change of what is made below changes this number, so that no old file is asked.
EDITION = 1

CATEGORIES = ["Shoes", "Shirts", "Bags", "Jackets", "Trousers", "Lamps", "Chairs", "Tents",
              "Bottles", "Watches", "Hats", "Gloves"]
KINDS = ["Classic", "Sport", "Travel", "Kids", "Outlet"]
COLOURS = ["red", "blue", "black", "white", "green", "grün", "beige", "silver"]
SIZES = ["XS", "S", "M", "L", "XL", "38", "40", "42", "44"]
WORDS = ("light warm robust café naïve größe leather cotton every day made of and for with a long "
         "short season travel weather dry wet soft strong pocket zip button lining sole heel "
         "summer winter façade élan street mountain water city trail simple fine hand washed "
         "recycled organic seamless stitched handle strap buckle quality since 1954").split()
COUNTRIES = ["AT", "DE", "FR", "IT", "US", "GB", "JP", "PT", "ES", "NL", "SE", "PL"]
MAKERS = 36_000
MILLION = 1_000_000


def path(rows, name):
    """A file of this many rows, made if it is not there."""
    folder = os.path.join(KEPT, f"data-{EDITION}-{SEED}", str(rows))
    file = os.path.join(folder, name)
    if not os.path.exists(file):
        os.makedirs(folder, exist_ok=True)
        say(f"making {name} for {rows:,} rows")
        MADE[name](rows, file + ".part")
        os.rename(file + ".part", file)
    return file


def _phrases(chance):
    """Parts of descriptions, as JSON and CSV write them; one in 60 has the word that is sought."""
    for number in range(3_000):
        words = chance.choices(WORDS, k=chance.randint(4, 14))
        if number % 60 == 0:
            words.insert(2, chance.choice(["waterproof", "Waterproof", "WATERPROOF"]))
        if number % 9 == 0:
            words[1] = f'"{words[1]}"'
        text = (",\n" if number % 7 == 0 else " ").join([" ".join(words[:3]), " ".join(words[3:])])
        yield json.dumps(text, ensure_ascii=False)[1:-1], text.replace('"', '""')


def _skewed(chance, values, count):
    """So many values, of which the first are much more frequent than the last."""
    weights = list(itertools.accumulate(1 / (place + 1) for place in range(len(values))))
    return chance.choices(values, cum_weights=weights, k=count)


def _blocks(rows):
    return (range(start, min(start + 10_000, rows)) for start in range(0, rows, 10_000))


def _products(rows):
    """The products as lists of texts: those of JSON and those of CSV."""
    chance = random.Random(SEED)
    phrases = list(_phrases(chance))
    brands = [f"Brand {word.capitalize()} {n}" for n in range(20) for word in WORDS[:20]]
    makers = range(MAKERS)
    for block in _blocks(rows):
        many = len(block)
        columns = zip(
            block, _skewed(chance, brands, many), _skewed(chance, CATEGORIES, many),
            chance.choices(KINDS, k=many), _skewed(chance, makers, many),
            chance.choices(phrases, k=5 * many)[::5], chance.choices(range(1, 5), k=many))
        for number, brand, category, kind, maker, phrase, more in columns:
            parts = [phrase, *chance.choices(phrases, k=more)]
            price = f"{min(chance.lognormvariate(3.7, 0.8), 9_999):.2f}"
            sale = f"{float(price) * 0.8:.2f}" if chance.random() < 0.3 else ""
            rating = f"{chance.randrange(10, 51) / 10}" if chance.random() < 0.9 else ""
            colours = COLOURS[number % 3:number % 3 + more]
            sizes = SIZES[number % 5:number % 5 + (more - 1) * 2]
            yield (number * 2_654_435_761 % 2_147_483_648, f"{brand} {kind} {number}", brand,
                   category, kind, price, sale, parts, rating,
                   min(int(chance.paretovariate(0.8)) - 1, 90_000), maker, colours, sizes)


def _record(product):
    number, name, brand, category, kind, price, sale, parts, rating, reviews, maker, colours, \
        sizes = product
    text = " ".join(part[0] for part in parts)
    return (
        f'{{"id":{number},"name":"{name}","brand":"{brand}","category":"{category}",'
        f'"subcategory":"{kind}","price":{price},"salePrice":{sale or "null"},'
        f'"description":"{text}","rating":{rating or "null"},"reviewCount":{reviews},'
        f'"maker":{maker},"image":"https://images.example/products/{number}.jpg",'
        f'"colours":{_list(colours)},"sizes":{_list(sizes)}}}')


def _list(texts):
    return "[" + ",".join(f'"{text}"' for text in texts) + "]"


def _row(product):
    number, name, brand, category, kind, price, sale, parts, rating, reviews, maker, colours, \
        sizes = product
    text = " ".join(part[1] for part in parts)
    return (f'{number},{name},{brand},{category},{kind},{price},{sale},"{text}",{rating},{reviews},'
            f'{maker},https://images.example/products/{number}.jpg,{"|".join(colours)},'
            f'{"|".join(sizes)}\n')


def _write(file, lines):
    with open(file, "w", encoding="utf-8", newline="") as opened:
        opened.writelines(lines)


def write_records(file, records):
    """One object after another, each on a line."""
    _write(file, (json.dumps(record) + "\n" for record in records))


def _many(name, header, start, make):
    """What makes a file of many million rows: that of a million again and again, each time with
    further ids, where rows start with these bytes before them; else as `make` does."""
    def made(rows, file):
        if rows <= MILLION or rows % MILLION:
            make(rows, file)
            return
        with open(file, "wb") as out:
            for time in range(rows // MILLION):
                _repeat(path(MILLION, name), out, header if time else 0, start, time << 31)
    return made


def _repeat(file, out, header, start, more):
    """Writes the rows of a file with ids so much higher, without the first lines."""
    id_of_row = re.compile(b"^" + re.escape(start) + rb"(\d+)(?=,)", re.M)
    higher = lambda found: start + str(int(found[1]) + more).encode()
    with open(file, "rb") as lines:
        for _ in range(header):
            lines.readline()
        while block := lines.readlines(1 << 22):
            out.write(id_of_row.sub(higher, b"".join(block)))


def _lines(rows, file):
    _write(file, (_record(product) + "\n" for product in _products(rows)))


def _array(rows, file, around=("[\n", "\n]\n")):
    records = (_record(product) for product in _products(rows))
    first = next(records)
    rest = ((",\n" + record) for record in records)
    _write(file, itertools.chain([around[0], first], rest, [around[1]]))


def _object(rows, file):
    """A list within an object, as servers give it."""
    _array(rows, file, (f'{{"total":{rows},"items":[\n', '\n],"page":{"next":null}}\n'))


def _table(rows, file):
    header = ("id,name,brand,category,subcategory,price,salePrice,description,rating,reviewCount,"
              "maker,image,colours,sizes\n")
    _write(file, itertools.chain([header], map(_row, _products(rows))))


def _zipped(name):
    """What makes a file of this one as gzip has it."""
    def make(rows, file):
        with (open(path(rows, name), "rb") as plain, open(file, "wb") as out,
              gzip.GzipFile("", "wb", compresslevel=6, fileobj=out, mtime=0) as packed):
            shutil.copyfileobj(plain, packed, 1 << 20)
    return make


def _zstandard(name):
    """What makes a file of this one as zstd has it."""
    def make(rows, file):
        require("zstd", "zstd")
        subprocess.run(["zstd", "-q", "-3", "-f", path(rows, name), "-o", file], check=True)
    return make


def _columns(rows, folder):
    """What columns.cpp asks for, a file each: numbers as they lie in memory, of texts the bytes
    behind each other and where each ends, of those that repeat the places in a list of them."""
    os.makedirs(folder, exist_ok=True)
    numbers = {name: array.array(kind) for name, kind in (
        ("id", "i"), ("price", "i"), ("rating", "B"), ("reviews", "i"), ("brand", "H"),
        ("category", "B"), ("name.ends", "I"), ("description.ends", "I"))}
    lists = {"brand": {}, "category": {}}
    with (open(os.path.join(folder, "name"), "wb") as names,
          open(os.path.join(folder, "description"), "wb") as descriptions):
        for number, name, brand, category, _, price, _, parts, rating, reviews, *_ in \
                _products(rows):
            names.write(name.encode())
            descriptions.write(" ".join(part[1] for part in parts).encode())
            row = (number, round(float(price) * 100), round(float(rating or 0) * 10), reviews,
                   lists["brand"].setdefault(brand, len(lists["brand"])),
                   lists["category"].setdefault(category, len(lists["category"])),
                   names.tell(), descriptions.tell())
            for column, value in zip(numbers.values(), row):
                column.append(value)
    for name, column in numbers.items():
        with open(os.path.join(folder, name), "wb") as file:
            column.tofile(file)
    for name, texts in lists.items():
        _write(os.path.join(folder, name + ".texts"), (text + "\n" for text in texts))


def _makers(_, file):
    chance = random.Random(SEED)
    write_records(file, (
        {"id": number, "name": f"Maker {number}", "country": chance.choice(COUNTRIES)}
        for number in range(MAKERS)))


def _hotels(rows, file):
    chance = random.Random(SEED)
    _write(file, (
        f'{{"id":{number},"name":"Hotel {number * 7_919 % rows}",'
        f'"address":"{chance.randrange(1, 900)} Street","stars":{chance.randrange(6)},'
        f'"distance":{chance.randrange(100_000) / 100},'
        f'"suites":"{":".join(map(str, chance.choices(range(300), k=chance.randint(1, 9))))}",'
        f'"lat":{40 + chance.randrange(10_000) / 10_000},'
        f'"lon":{-74 + chance.randrange(10_000) / 10_000},'
        f'"image":"https://images.example/hotels/{number}.jpg"}}\n' for number in range(rows)))


def _wide(rows, file):
    """A twentieth of the rows with 200 columns of numbers."""
    chance = random.Random(SEED)
    names = [f'"c{column}":' for column in range(200)]
    _write(file, ("{" + ",".join(
        name + str(value) for name, value in zip(names, chance.choices(range(1_000), k=200)))
        + "}\n" for _ in range(rows // 20)))


def _texts(rows, file):
    """A twentieth of the rows with texts of about 4,000 characters."""
    chance = random.Random(SEED)
    phrases = [phrase for phrase, _ in _phrases(chance)]
    plain = [phrase for phrase in phrases if "waterproof" not in phrase.lower()]
    _write(file, (
        f'{{"id":{number},"text":"'
        f'{" ".join(chance.choices(phrases if number % 10 == 0 else plain, k=80))}"}}\n'
        for number in range(rows // 20)))


def _nested(rows, file):
    """A quarter of the rows with records in records and lists of records."""
    chance = random.Random(SEED)
    write_records(file, ({
        "id": number,
        "seller": {"name": f"Seller {number % 997}", "address": {
            "city": f"City {chance.randrange(300)}", "country": chance.choice(COUNTRIES)}},
        "offers": [{"price": chance.randrange(10_000) / 100, "stock": chance.randrange(50)}
                   for _ in range(chance.randrange(4))]} for number in range(rows // 4)))


MADE = {
    "products.jsonl": _many("products.jsonl", 0, b'{"id":', _lines), "products.json": _array,
    "products.csv": _many("products.csv", 1, b"", _table),
    "products.page.json": _object,
    "products.csv.gz": _zipped("products.csv"), "products.csv.zst": _zstandard("products.csv"),
    "products.jsonl.gz": _zipped("products.jsonl"),
    "products.jsonl.zst": _zstandard("products.jsonl"), "products.columns": _columns,
    "makers.jsonl": _makers, "hotels.jsonl": _hotels,
    "wide.jsonl": _wide, "texts.jsonl": _texts, "nested.jsonl": _nested,
}
