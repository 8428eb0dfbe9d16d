"""A JSON document as tokens that can be damaged one by one, and the values behind it.

A document is made from a value, laid out as models do it, and is valid JSON until something is done to it. Damage
changes the text of tokens, puts text around the whole, or cuts it; `leaves_end` says afterwards where the last byte
stood that carries data, so that a cut which loses some is known for what it is.
"""

import decimal
import json
import re

ESCAPES = '"\\/bfnrtu'


class Numbers:
    """The same numbers everywhere, whatever Python it is: SplitMix64."""

    MASK = (1 << 64) - 1

    def __init__(self, *seed):
        self.state = 0
        for byte in "\x1f".join(map(str, seed)).encode("utf-8"):
            self.state = (self.state * 0x100000001B3 + byte + 1) & self.MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & self.MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & self.MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & self.MASK
        return z ^ (z >> 31)

    def below(self, limit):
        return self.next() % limit

    def choice(self, items):
        return items[self.below(len(items))]

    def some(self, items, count):
        """`count` of them, or all, in a new order."""
        left, taken = list(items), []
        while left and len(taken) < count:
            taken.append(left.pop(self.below(len(left))))
        return taken


class Literal(str):
    """A number as it was written."""


def parse(text):
    """The value of a strict JSON text, numbers as Literal. Raises ValueError."""

    def no_constant(word):
        raise ValueError(word)

    def unique(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            raise ValueError("a repeated name")
        return dict(pairs)

    return json.loads(text, parse_float=Literal, parse_int=Literal, parse_constant=no_constant, object_pairs_hook=unique)


def write(value):
    """Compact JSON in ASCII, numbers as they were written."""
    if isinstance(value, Literal):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k) + ":" + write(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)


def number(text):
    """Equal numbers have equal texts, without their digits being written out."""
    try:
        exact = decimal.Decimal(text)
    except decimal.InvalidOperation:
        return text
    if not exact.is_finite():
        return text
    sign, digits, exponent = exact.as_tuple()
    digits = "".join(map(str, digits)).lstrip("0")
    exponent += len(digits) - len(digits.rstrip("0"))
    return f"{'-' if sign else ''}{digits.rstrip('0')}e{exponent}" if digits else "0"


def canonical(value):
    """Equal values, and only those, have equal canonical texts: numbers by value, members in no order."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (Literal, int, float)):
        return number(value if isinstance(value, Literal) else repr(value))
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, dict):
        return "{" + ",".join(sorted(json.dumps(k) + ":" + canonical(v) for k, v in value.items())) + "}"
    return "[" + ",".join(canonical(v) for v in value) + "]"


class Token:
    """kind: open, close, comma, colon, space, name, string, number, word."""

    LEAVES = ("name", "string", "number", "word")

    def __init__(self, kind, text):
        self.kind, self.text, self.touched = kind, text, False
        self.leaf = kind in self.LEAVES

    @property
    def inner(self):
        return self.text[1:-1]


class Document:
    """`before` and `after` stand around the body; `cut` is where the body ends, if it does before its end."""

    def __init__(self, value, pretty):
        self.pretty = pretty
        self.tokens = []
        self.before, self.after = "", ""
        self.cut = None
        self.escaped = lambda text: text
        self._lay_out(value, 0)

    def _add(self, kind, text):
        self.tokens.append(Token(kind, text))

    def _line(self, depth):
        self._add("space", "\n" + "  " * depth if self.pretty else "")

    def _lay_out(self, value, depth):
        if isinstance(value, (dict, list)):
            self._container(value, depth)
        elif isinstance(value, Literal):
            self._add("number", str(value))
        elif isinstance(value, str):
            self._add("string", json.dumps(value, ensure_ascii=False))
        else:
            self._add("word", json.dumps(value))

    def _container(self, value, depth):
        brackets = "{}" if isinstance(value, dict) else "[]"
        self._add("open", brackets[0])
        items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
        for position, (name, item) in enumerate(items):
            if position:
                self._add("comma", ",")
                if not self.pretty:
                    self._add("space", " ")
            self._line(depth + 1)
            if isinstance(value, dict):
                self._add("name", json.dumps(name, ensure_ascii=False))
                self._add("colon", ":")
                self._add("space", " ")
            self._lay_out(item, depth + 1)
        if items:
            self._line(depth)
        self._add("close", brackets[1])

    def where(self, kind, fits=lambda token: True):
        """Positions of the untouched tokens of these kinds."""
        kinds = kind.split()
        return [i for i, t in enumerate(self.tokens) if t.kind in kinds and not t.touched and t.text and fits(t)]

    def neighbour(self, position, step):
        """The nearest token before (-1) or after (1) that is no white space; None at the ends."""
        position += step
        while 0 <= position < len(self.tokens):
            if self.tokens[position].kind != "space" and self.tokens[position].text:
                return self.tokens[position]
            position += step
        return None

    def body(self):
        return "".join(t.text for t in self.tokens)

    def leaves_end(self):
        """Offset in the body behind the last byte of a name, a string, a number or a word."""
        end = at = 0
        for token in self.tokens:
            at += len(token.text)
            if token.leaf and token.text:
                end = at
        return end

    def loses_data(self):
        return self.cut is not None and self.cut < self.leaves_end()

    def core(self):
        """What is left of the body itself."""
        return self.escaped(self.body()[: self.cut])

    def text(self):
        return self.before + self.core() + ("" if self.cut is not None else self.after)


def unescape(raw, which):
    """The inside of a JSON string with these escapes put raw, every other one left as it is."""
    raw_of = {"n": "\n", "t": "\t", '"': '"'}
    return re.sub(r"\\(.)", lambda m: raw_of[m[1]] if m[1] in which else m[0], raw, flags=re.S)


def has_escape(raw, which):
    return any(m[1] in which for m in re.finditer(r"\\(.)", raw, re.S))
