# SPDX-License-Identifier: MIT
"""What is asked: one row for each work, with its words in every program that can ask the same."""
from dataclasses import dataclass, field

# The columns of an answer, by the kind of query.
BEST = "id, name, price, rating, reviewCount"
BY_RATING = "rating desc, reviewCount desc, id"
SQL_BY_RATING = "rating desc nulls last, reviewCount desc, id"
PL_BY_RATING = ("sort(['rating', 'reviewCount', 'id'], descending=[True, True, False], "
                "nulls_last=True).head(20).select('id', 'name', 'price', 'rating', 'reviewCount')")
JQ_CUT = ".[:20][] | [.id, .name, .price, .rating, .reviewCount] | @csv"
JQ_BY_RATING = ("sort_by([if .rating == null then 1 else -.rating end, -.reviewCount, .id]) | "
                + JQ_CUT)
# Miller has what is missing first where numbers fall, and shows it as `null` where JSON has that.
MILLER_RANK = """$rank = is_int($rating) || is_float($rating) ? $rating : -1;
if ($rank < 0) { $rating = "" }"""
MILLER_BY_RATING = ["then", "put", MILLER_RANK, *(
    "then sort -nr rank -nr reviewCount -nf id then head -n 20 "
    "then cut -o -f id,name,price,rating,reviewCount").split()]


@dataclass
class Question:
    """A query in the words of each program; `{t}` is the file, as that program reads one."""
    cq: str
    duckdb: str
    polars: str
    jq: str | None = None
    miller: list[str] | None = None
    sqlite: str | None = None
    # The query of bound.cpp and columns.cpp, and whether the first of them knows it.
    bound: str | None = None
    is_bound_once: bool = True
    is_ordered: bool = True


@dataclass
class Work:
    """A question to a file: by a process that reads it, within one that has done so, or to what a
    program has saved of it in a form of its own."""
    name: str
    file: str
    question: Question
    is_warm: bool = False
    is_saved: bool = False
    # The second time in a session that keeps no columns.
    is_again: bool = False
    is_on_one_thread: bool = False
    # Those that are asked although a quicker program is there too.
    slow: tuple[str, ...] = field(default=())


TOPK = Question(
    cq=f'filter category = "Shoes" and price < 80 | sort by {BY_RATING} | limit 20 | show {BEST}',
    duckdb=f"select {BEST} from {{t}} where category = 'Shoes' and price < 80 "
           f"order by {SQL_BY_RATING} limit 20",
    polars="t.filter((pl.col('category') == 'Shoes') & (pl.col('price') < 80))." + PL_BY_RATING,
    jq=f'[inputs | select(.category == "Shoes" and .price < 80)] | {JQ_BY_RATING}',
    miller=["filter", '$category == "Shoes" && $price < 80', *MILLER_BY_RATING],
    sqlite="select id, name, price, rating, reviewCount from t where category = 'Shoes' and "
           "cast(price as real) < 80 order by rating = '', cast(rating as real) desc, "
           "cast(reviewCount as integer) desc, cast(id as integer) limit 20",
    bound="topk")

NUMERIC = Question(
    cq="filter price between 20 and 50 and rating >= 4.5 | sort by reviewCount desc, id | limit 20 "
       f"| show {BEST}",
    duckdb=f"select {BEST} from {{t}} where price between 20 and 50 and rating >= 4.5 "
           "order by reviewCount desc, id limit 20",
    polars="t.filter(pl.col('price').is_between(20, 50) & (pl.col('rating') >= 4.5))."
           "sort(['reviewCount', 'id'], descending=[True, False]).head(20)."
           "select('id', 'name', 'price', 'rating', 'reviewCount')",
    bound="numeric", is_bound_once=False)

CONTAINS = Question(
    cq=f'filter description contains "waterproof" | sort by {BY_RATING} | limit 20 | show {BEST}',
    duckdb=f"select {BEST} from {{t}} where description ilike '%waterproof%' "
           f"order by {SQL_BY_RATING} limit 20",
    polars="t.filter(pl.col('description').str.contains('(?i)waterproof'))." + PL_BY_RATING,
    jq=f'[inputs | select(.description | test("waterproof"; "i"))] | {JQ_BY_RATING}',
    bound="contains")

GROUP = Question(
    cq="summarize count(), avg(price) by category",
    duckdb="select category, count(*), avg(price) from {t} group by category",
    polars="t.group_by('category').agg(pl.len(), pl.col('price').mean().alias('mean'))",
    jq="reduce inputs as $p ({}; .[$p.category] |= [.[0] + 1, .[1] + $p.price]) | "
       "to_entries[] | [.key, .value[0], .value[1] / .value[0]] | @csv",
    miller=["stats1", "-a", "count,mean", "-f", "price", "-g", "category"],
    sqlite="select category, count(*), avg(cast(price as real)) from t group by category",
    bound="group", is_ordered=False)

SORT = Question(
    cq="sort by price, id | show id, price",
    duckdb="select id, price from {t} order by price, id",
    polars="t.select('id', 'price').sort(['price', 'id'])")

EXPORT = Question(
    cq="sort by price, id | drop colours, sizes",
    duckdb="select * exclude (colours, sizes) from {t} order by price, id",
    polars="t.drop('colours', 'sizes').sort(['price', 'id'])")

DISTINCT = Question(
    cq="distinct brand, category | show brand, category",
    duckdb="select distinct brand, category from {t}",
    polars="t.select('brand', 'category').unique()",
    bound="distinct", is_bound_once=False, is_ordered=False)

JOIN = Question(
    cq='join "makers.jsonl" on maker = makers.id | count by makers.country',
    duckdb="select country, count(*) from {t} p join read_json('makers.jsonl') m "
           "on p.maker = m.id group by country",
    polars="t.join(pl.scan_ndjson('makers.jsonl'), left_on='maker', right_on='id')."
           "group_by('country').agg(pl.len())", is_ordered=False)

EXPAND = Question(
    cq="expand sizes | count by sizes",
    duckdb="select s, count(*) from (select unnest(sizes) as s from {t}) group by s",
    polars="t.select(pl.col('sizes').explode()).drop_nulls().group_by('sizes').agg(pl.len())",
    is_ordered=False)

ROOMS = Question(
    cq='extend rooms = count(split(suites, ":")) | sort by rooms desc, distance, id | limit 20 '
       "| show id, rooms, distance",
    duckdb="select id, len(string_split(suites, ':')) as rooms, distance from {t} "
           "order by rooms desc, distance, id limit 20",
    polars="t.with_columns(rooms=pl.col('suites').str.split(':').list.len())."
           "sort(['rooms', 'distance', 'id'], descending=[True, False, False]).head(20)."
           "select('id', 'rooms', 'distance')")

WIDE = Question(
    cq="filter c7 > 500 | summarize count(), avg(c150)",
    # Records of 200 fields or more would become maps.
    duckdb="select count(*), avg(c150) from read_json({t}, map_inference_threshold = -1) "
           "where c7 > 500",
    polars="t.filter(pl.col('c7') > 500).select(pl.len(), pl.col('c150').mean())")

TEXTS = Question(
    cq='filter text contains "waterproof" | count',
    duckdb="select count(*) from {t} where text ilike '%waterproof%'",
    polars="t.filter(pl.col('text').str.contains('(?i)waterproof')).select(pl.len())")

NESTED = Question(
    cq='filter seller.address.country = "FR" | count by seller.address.city',
    duckdb="select seller.address.city, count(*) from {t} where seller.address.country = 'FR' "
           "group by 1",
    polars="t.filter(pl.col('seller').struct.field('address').struct.field('country') == 'FR')."
           "group_by(pl.col('seller').struct.field('address').struct.field('city'))."
           "agg(pl.len())", is_ordered=False)

LINES, ARRAY, TABLE = "products.jsonl", "products.json", "products.csv"
SLOW = ("jq", "miller", "sqlite")

WORKS = [
    Work("NDJSON topk", LINES, TOPK, slow=SLOW),
    Work("NDJSON numeric", LINES, NUMERIC),
    Work("NDJSON contains", LINES, CONTAINS, slow=SLOW),
    Work("NDJSON group", LINES, GROUP, slow=SLOW),
    Work("NDJSON distinct", LINES, DISTINCT),
    Work("NDJSON sort, export of two columns", LINES, SORT),
    Work("NDJSON sort, export of twelve columns", LINES, EXPORT),
    Work("NDJSON join with 36,000 rows", LINES, JOIN),
    Work("NDJSON expand lists", LINES, EXPAND),
    Work("NDJSON rooms of hotels", "hotels.jsonl", ROOMS),
    Work("NDJSON 200 columns, a twentieth of the rows", "wide.jsonl", WIDE),
    Work("NDJSON texts of 4 kB, a twentieth of the rows", "texts.jsonl", TEXTS),
    Work("NDJSON nested records, a quarter of the rows", "nested.jsonl", NESTED),
    Work("NDJSON topk, one thread", LINES, TOPK, is_on_one_thread=True),
    Work("NDJSON group, one thread", LINES, GROUP, is_on_one_thread=True),
    Work("NDJSON topk, asked again", LINES, TOPK, is_again=True),
    Work("NDJSON contains, asked again", LINES, CONTAINS, is_again=True),
    Work("NDJSON from gzip, topk", "products.jsonl.gz", TOPK),
    Work("NDJSON from zstd, topk", "products.jsonl.zst", TOPK),
    Work("JSON array topk", ARRAY, TOPK),
    Work("JSON array contains", ARRAY, CONTAINS),
    Work("JSON array group", ARRAY, GROUP),
    Work("CSV topk", TABLE, TOPK, slow=SLOW),
    Work("CSV contains", TABLE, CONTAINS),
    Work("CSV group", TABLE, GROUP, slow=SLOW),
    Work("CSV from gzip, topk", "products.csv.gz", TOPK),
    Work("CSV from zstd, topk", "products.csv.zst", TOPK),
    Work("saved topk", LINES, TOPK, is_saved=True),
    Work("saved contains", LINES, CONTAINS, is_saved=True),
    Work("warm topk", LINES, TOPK, is_warm=True),
    Work("warm numeric", LINES, NUMERIC, is_warm=True),
    Work("warm contains", LINES, CONTAINS, is_warm=True),
    Work("warm group", LINES, GROUP, is_warm=True),
    Work("warm distinct", LINES, DISTINCT, is_warm=True),
]
