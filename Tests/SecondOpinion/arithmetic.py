# SPDX-License-Identifier: MIT
"""Exact decimals as Documentation/Language.md has them, on Python's integers and decimals.

A number has at most 38 digits, of which at most 38 stand after the point. Sums, differences and
products are exact or a fault. A quotient is exact where it ends within that, else rounded half to
even at 38 digits.
"""
import decimal
from decimal import Decimal

DIGITS = 38
CONTEXT = decimal.Context(prec=2000, Emin=-99999, Emax=99999,
                          traps=[decimal.Inexact, decimal.InvalidOperation])
decimal.setcontext(CONTEXT)


class Overflow(Exception):
    """A calculation has more than 38 digits: CQ0405."""


def text(number):
    """Plain notation without needless zeros, as the machine formats write it."""
    plain = format(number, "f")
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    return "0" if plain == "-0" else plain


def fits(number):
    """Zeros at the end are no digits; below one, neither are those after the point."""
    _, digits, exponent = number.normalize().as_tuple()
    return len(digits) + max(exponent, 0) <= DIGITS and exponent >= -DIGITS


def checked(number):
    if not fits(number):
        raise Overflow
    return number


def rounded(number, places):
    """Half to even at so many places, -1 means tens; a number of fewer places is itself."""
    whole, scale = _scaled(number)
    return number if scale <= places else checked(_quotient_at(whole, 10 ** scale, places))


def floor(number):
    whole, scale = _scaled(number)
    return checked(Decimal(whole // 10 ** scale))


def ceiling(number):
    return -floor(-number)


def _scaled(number):
    """The number as a whole number and how many of its digits stand after the point."""
    sign, digits, exponent = number.as_tuple()
    whole = int("".join(map(str, digits))) * (-1 if sign else 1)
    return (whole * 10 ** exponent, 0) if exponent >= 0 else (whole, -exponent)


def _aligned(left, right):
    """Both as whole numbers of one scale, and the scale."""
    (a, left_scale), (b, right_scale) = _scaled(left), _scaled(right)
    scale = max(left_scale, right_scale)
    return a * 10 ** (scale - left_scale), b * 10 ** (scale - right_scale), scale


def _quotient_at(numerator, denominator, places):
    """The quotient, half to even at so many places."""
    divisor = abs(denominator) * 10 ** max(-places, 0)
    scaled, rest = divmod(abs(numerator) * 10 ** max(places, 0), divisor)
    if rest * 2 > divisor or (rest * 2 == divisor and scaled % 2):
        scaled += 1
    sign = -1 if (numerator < 0) != (denominator < 0) else 1
    return Decimal(sign * scaled).scaleb(-places)


def divided(left, right):
    """None for a division by zero."""
    if right == 0:
        return None
    numerator, denominator, _ = _aligned(left, right)
    whole = abs(numerator) // abs(denominator)
    before = len(str(whole)) if whole else 0
    if before > DIGITS:
        raise Overflow
    return checked(_quotient_at(numerator, denominator, DIGITS - before))


def remainder(left, right):
    """With the sign of the left side; None for a division by zero."""
    if right == 0:
        return None
    a, b, scale = _aligned(left, right)
    rest = abs(a) % abs(b)
    return checked(Decimal(-rest if a < 0 else rest).scaleb(-scale))
