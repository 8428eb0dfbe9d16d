"""Which texts are damaged, how, and what the right answer to each is.

A cell is a kind of damage and a number k: its texts are instances with this kind and k - 1 others laid over each other.
Each text belongs to one of three groups, by program:

  damaged   no longer valid JSON, and everything that was said still stands in it: to be read as the original
  lost      something that was said is gone (a cut before the last name, text, number or word; an ellipsis): to be
            refused. The original's value is a lucky guess, any other is silently wrong
  valid     still valid JSON: nobody can see the damage. Counted, and given to no reader
"""

from dataclasses import dataclass

import damage
from document import Document, Numbers, canonical, parse

TRIES = 4  # other kinds are drawn again where one of them cannot be applied


@dataclass(frozen=True)
class Text:
    kind: str
    k: int
    kinds: tuple
    instance: object
    text: str
    group: str


def group_of(kinds, doc, text):
    try:
        parse(text)
        return "valid"
    except (ValueError, RecursionError):
        lost = doc.loses_data() or any(kind.loses for kind in kinds)
        return "lost" if lost else "damaged"


def pretty(instance, seed):
    """Two of three are laid out in lines."""
    return Numbers(seed, instance.name, "layout").below(3) > 0


def damaged(instance, name, k, seed):
    """A Text, or None where this kind cannot be done to the instance."""
    for attempt in range(TRIES):
        pick = Numbers(seed, instance.name, name, k, attempt)
        kinds = damage.draw(name, k, pick)
        doc = Document(instance.value, pretty(instance, seed))
        if all(kind.apply(doc, pick) for kind in kinds):
            text = doc.text()
            return Text(name, k, tuple(kind.name for kind in kinds), instance, text, group_of(kinds, doc, text))
    return None


def cell(instances, name, k, each, seed):
    """At most `each` texts: the instances in turn, from a place that belongs to the cell."""
    start = Numbers(seed, name, k).below(len(instances))
    texts = []
    for instance in instances[start:] + instances[:start]:
        if len(texts) == each:
            break
        text = damaged(instance, name, k, seed)
        if text is not None:
            texts.append(text)
    return texts


def outcome(text, answer):
    if answer.canonical is None:
        return "refused"
    return "right" if answer.canonical == text.instance.canonical else "wrong"


def whole(instance, seed):
    """The instance undamaged, in the layout in which it is damaged."""
    text = Document(instance.value, pretty(instance, seed)).text()
    assert canonical(parse(text)) == instance.canonical
    return text
