# SPDX-License-Identifier: MIT
"""The functions of Documentation/Language/Values.md on Python's decimal, datetime and re.

Dates are datetimes, which have the years 1 to 9999 as well; `None` is null. A value of more than
38 digits is `Overflow`, as in all arithmetic.
"""
import datetime
import decimal
import re
from decimal import Decimal
from fractions import Fraction

import arithmetic
import comparison
from arithmetic import DIGITS, Overflow

# Far more digits than the result has, so that it is as good as rounded once.
_REAL = decimal.Context(prec=120, Emin=-99999, Emax=99999, rounding=decimal.ROUND_HALF_EVEN,
                        traps=[])
_NUMBER = re.compile(r"[ \t-\r]*(?!\+-)\+?(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)[ \t-\r]*",
                     re.ASCII)
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?"
                   r"(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)


# Roots, powers and logarithms

def _real(number):
    """Half to even at 38 digits, of which at most 38 stand after the point; null where none is."""
    if not number.is_finite():
        if number.is_infinite():
            raise Overflow
        return None
    if number == 0:
        return Decimal(0)
    before = number.adjusted() + 1
    if before > DIGITS:
        raise Overflow
    unit = Decimal(1).scaleb(-min(DIGITS, DIGITS - before))
    return arithmetic.checked(number.quantize(unit, context=_REAL))


def sqrt(number):
    return None if number < 0 else _real(_REAL.sqrt(number))


def exp(number):
    return _real(_REAL.exp(number))


def ln(number):
    return None if number <= 0 else _real(_REAL.ln(number))


def log(number, base=Decimal(10)):
    if number <= 0 or base <= 0 or base == 1:
        return None
    if base == 10:
        return _real(_REAL.log10(number))
    exact = _whole_logarithm(number, base)
    return exact if exact is not None else _real(_REAL.divide(_REAL.ln(number), _REAL.ln(base)))


def _whole_logarithm(number, base):
    """A power of which the number is one exactly: a quotient of logarithms only comes near it."""
    near = int(_REAL.divide(_REAL.ln(number), _REAL.ln(base)).to_integral_value())
    return Decimal(near) if abs(near) < 200 and Fraction(base) ** near == Fraction(number) else None


def power(base, exponent):
    """Nothing to the power of nothing is 1; of a negative number only whole powers are real."""
    if exponent == 0:
        return Decimal(1)
    if base == 0:
        return None if exponent < 0 else Decimal(0)
    if exponent == exponent.to_integral_value():
        return _real(_REAL.power(base, exponent))
    return None if base < 0 else _real(_REAL.exp(_REAL.multiply(exponent, _REAL.ln(base))))


# Statistics, of values that are there

def _quotient(fraction):
    return arithmetic.divided(Decimal(fraction.numerator), Decimal(fraction.denominator))


def _spread(values):
    """The variance of a sample as a fraction; nothing of fewer than two values."""
    if len(values) < 2:
        return None
    some = [Fraction(value) for value in values]
    mean = sum(some) / len(some)
    return sum((value - mean) ** 2 for value in some) / (len(some) - 1)


def variance(values):
    """Of a sample, exact up to the last division."""
    spread = _spread(values)
    return None if spread is None else _quotient(spread)


def stddev(values):
    """The square root of the variance, which is not rounded before."""
    spread = _spread(values)
    if spread is None:
        return None
    return sqrt(_REAL.divide(Decimal(spread.numerator), Decimal(spread.denominator)))


def percentile(values, share):
    """On the line between the two values beside it."""
    if not values:
        return None
    ordered = sorted(values)
    rank = share * (len(ordered) - 1) / 100
    lower = int(rank)
    part = rank - lower
    if part == 0:
        return ordered[lower]
    step = arithmetic.checked((ordered[lower + 1] - ordered[lower]) * part)
    return arithmetic.checked(ordered[lower] + step)


# Casts

def number(value):
    """The number that a text is, with space and a plus that do no harm."""
    if isinstance(value, Decimal):
        return value
    found = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if not found:
        return None
    cast = Decimal(found.group(1))
    return cast + 0 if arithmetic.fits(cast) else None


def whole(value):
    """Never rounded."""
    cast = number(value)
    if cast is None or cast != cast.to_integral_value() or not -2 ** 63 <= cast < 2 ** 63:
        return None
    return cast


def text(value):
    """As CSV has it."""
    return value if value is None or isinstance(value, str) else (
        written(value) if isinstance(value, datetime.datetime) else comparison.json_text(value))


def date(value):
    """A fraction of a second and a zone are read and dropped."""
    if isinstance(value, datetime.datetime):
        return value
    found = _DATE.fullmatch(value) if isinstance(value, str) else None
    try:
        return found and datetime.datetime(*(int(part or 0) for part in found.groups()))
    except ValueError:
        return None


def is_day(value):
    """Whether a text is a day and nothing else."""
    return len(value) == 10 and date(value) is not None


def written(moment):
    """The time is written where it is not midnight."""
    at_midnight = moment.time() == datetime.time()
    return moment.date().isoformat() if at_midnight else moment.isoformat(timespec="seconds")


# Dates

PARTS = ["year", "month", "day", "hour", "minute", "second", "weekday"]
UNITS = ["year", "quarter", "month", "week", "day", "hour"]


def part_of_date(part, moment):
    return Decimal(moment.isoweekday() if part == "weekday" else getattr(moment, part))


def start_of(unit, moment):
    """A week begins on Monday, and the first of all years on one as well."""
    if unit == "hour":
        return moment.replace(minute=0, second=0)
    day = moment.replace(hour=0, minute=0, second=0)
    if unit == "week":
        return day - datetime.timedelta(days=day.weekday())
    month = {"year": 1, "quarter": (day.month - 1) // 3 * 3 + 1}.get(unit, day.month)
    return day if unit == "day" else day.replace(month=month, day=1)


# Parts of texts and lists

def sliced(value, start, count=None):
    """From a place that counts from 0, or from the end where it is negative."""
    start = len(value) + int(start) if start < 0 else int(start)
    end = len(value) if count is None else max(start + max(int(count), 0), 0)
    return value[max(start, 0):end]


def extracted(value, pattern, folds, group):
    """What a group matches first; the first one, or all where there is none."""
    found = re.search(pattern, value, re.ASCII | (re.IGNORECASE if folds else 0))
    if not found:
        return None
    return found.group(min(1, found.re.groups) if group is None else group)


def substituted(value, pattern, folds, new):
    """`$0` stands for what was matched, `$$` for a dollar."""
    def filled(found):
        return re.sub(r"\$(.)", lambda mark: "$" if mark.group(1) == "$" else
                      found.group(int(mark.group(1))) or "", new)
    return re.sub(pattern, filled, value, flags=re.ASCII | (re.IGNORECASE if folds else 0))


def parted(value, pattern, folds):
    """Groups are no parts."""
    parts, end = [], 0
    for found in re.finditer(pattern, value, re.ASCII | (re.IGNORECASE if folds else 0)):
        parts.append(value[end:found.start()])
        end = found.end()
    return parts + [value[end:]]


# Functions of the rows

def shares(values):
    """Of the sum of all, to 20 places."""
    total = sum((Fraction(value) for value in values if value is not None), Fraction(0))
    return [None if value is None or total == 0 else _share(Fraction(value) / total)
            for value in values]


def _share(fraction):
    scaled = round(fraction * 10 ** 20)
    return arithmetic.checked(Decimal(scaled).scaleb(-20))


def ranks(keys, descends):
    """The first of the places of equal values; null comes last."""
    order = sorted({key for key in keys if key is not None}, reverse=descends)
    first, place = {}, 1
    for key in order:
        first[key] = place
        place += keys.count(key)
    return [Decimal(place if key is None else first[key]) for key in keys]


def filled(values):
    last, result = None, []
    for value in values:
        last = value if value is not None else last
        result.append(last)
    return result
