"""What style sheets and modules may use: the words that all of the oldest browsers know, and those that some
lack, each with the versions that brought it and with what stands in for it."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

OLDEST: Final = {"Chromium": 105.0, "Firefox": 102.0, "Safari": 15.4}
"""The README and server/web/index.html promise these."""

NEVER: Final = 10_000.0
"""No version has it."""


class Way(enum.Enum):
    """How the page does without something in a browser that lacks it."""

    BEFORE = "a value that all browsers know stands before it in the same rule"
    WITHOUT = "nothing is lost but a little comfort"
    OLDER = "server/web/older/ puts something else in its place"
    NOT_USED = "it isn't used"


class Feature(NamedTuple):
    """Something that not all of the oldest browsers know, with the first versions that do."""

    pattern: str
    chromium: float
    firefox: float
    safari: float
    way: Way

    def lacks(self) -> bool:
        """Does one of the oldest browsers lack it?"""
        first = (self.chromium, self.firefox, self.safari)
        return any(one > oldest for one, oldest in zip(first, OLDEST.values(), strict=True))


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


SELECTORS: Final = (Feature(r":has\(", 105, 121, 15.4, Way.OLDER),)

AT_RULES: Final = (Feature(r"@container\b", 105, 110, 16, Way.OLDER),)

DECLARATIONS: Final = (
    Feature(r"container(-type)?:", 105, 110, 16, Way.OLDER),
    Feature(r".*\dcq[whi]\b", 105, 110, 16, Way.OLDER),
    Feature(r"overflow: clip", 90, 81, 16, Way.BEFORE),
    Feature(r"top: .*anchor\(", 125, 147, 26, Way.BEFORE),
    Feature(r"hyphens: auto", 55, 43, 17, Way.BEFORE),
    Feature(r"user-select:", 54, 69, NEVER, Way.BEFORE),
    Feature(r"anchor-name:", 125, 147, 26, Way.WITHOUT),
    Feature(r"backdrop-filter:", 76, 103, 18, Way.WITHOUT),
    Feature(r"forced-color-adjust:", 89, 113, NEVER, Way.WITHOUT),
    Feature(r"overscroll-behavior-x:", 63, 59, 16, Way.WITHOUT),
    Feature(r"paint-order:", 123, 60, 8, Way.WITHOUT),
    Feature(r"scroll-snap-stop:", 75, 103, 15, Way.WITHOUT),
    Feature(r"scrollbar-color:", 121, 64, 26.2, Way.WITHOUT),
    Feature(r"scrollbar-width:", 121, 64, 18.2, Way.WITHOUT),
    Feature(r"text-wrap:", 114, 121, 17.4, Way.WITHOUT),
    Feature(r"zoom:", 1, 126, 3.1, Way.WITHOUT),
    Feature(r".*light-dark\(", 123, 120, 17.5, Way.NOT_USED),
    Feature(r".*color-mix\(", 111, 113, 16.2, Way.NOT_USED),
    Feature(r".*\d[dsl]v[hwb]\b", 108, 101, 15.4, Way.NOT_USED),
    Feature(r"text-decoration: \w+ \w+", 57, 36, 26.2, Way.NOT_USED),
)
"""Patterns match from the beginning of "property: value"."""

SCRIPTS: Final = (
    Feature(r"\.checkVisibility\(", 105, 106, 17.4, Way.OLDER),
    Feature(r"\.currentCSSZoom\b", 128, 126, 26.4, Way.OLDER),
    Feature(r"\.findLast(Index)?\(", 97, 104, 15.4, Way.OLDER),
    Feature(r"\binert\b", 102, 112, 15.5, Way.OLDER),
    Feature(r"navigator\.userActivation\?\.", 72, 120, 16.4, Way.WITHOUT),
    Feature(r"navigator\.vibrate\?\.", 32, NEVER, NEVER, Way.WITHOUT),
    Feature(r"new ClipboardItem\(", 76, 127, 13.1, Way.WITHOUT),
    Feature(r"navigator\.(userActivation|vibrate)\b(?!\?\.)", 72, 120, 16.4, Way.NOT_USED),
    Feature(r"\(\?<[=!]", 62, 78, 16.4, Way.NOT_USED),
    Feature(r"AbortSignal\.(any|timeout)\(", 116, 124, 17.4, Way.NOT_USED),
    Feature(r"\b(requestIdleCallback|scheduler|CloseWatcher)\b", 129, 142, NEVER, Way.NOT_USED),
    Feature(r"\b(De)?[cC]ompressionStream\b", 80, 113, 16.4, Way.NOT_USED),
    Feature(r"\badoptedStyleSheets\b|\breplaceSync\(", 99, 101, 16.4, Way.NOT_USED),
    Feature(r"\bstartViewTransition\b|\bscrollend\b|\bmoveBefore\b", 133, 144, 26.2, Way.NOT_USED),
    Feature(r"\b(show|hide|toggle)Popover\(|\bpopover=", 114, 125, 17, Way.NOT_USED),
    Feature(r"\bIntl\.(Segmenter|DurationFormat)\b", 129, 136, 16.4, Way.NOT_USED),
    Feature(r"\b(getHTML|setHTML|setHTMLUnsafe|parseHTMLUnsafe|showPicker)\(", 125, 128, 18, Way.NOT_USED),
    Feature(r"\b(URL\.(canParse|parse)|import\.meta\.resolve)\(", 126, 126, 18, Way.NOT_USED),
    Feature(r"^\s*static \{", 94, 93, 16.4, Way.NOT_USED),
)
"""What the type checker can't know. It takes methods of later standards for mistakes: lint/tsconfig.json."""

PROPERTIES: Final = words(
    """
    -webkit-box-orient -webkit-hyphens -webkit-line-clamp -webkit-user-select accent-color
    align-content align-items align-self animation animation-delay animation-duration
    animation-iteration-count aspect-ratio backface-visibility background border border-block
    border-bottom border-bottom-width border-collapse border-color border-left border-left-color
    border-left-width border-radius border-right-color border-spacing border-style border-top
    border-top-color border-width bottom box-shadow box-sizing break-after break-inside clip-path
    color color-scheme column-gap columns content cursor display fill filter flex flex-basis
    flex-direction flex-shrink flex-wrap float font font-family font-size font-style
    font-variant-numeric font-weight gap grid grid-area grid-auto-columns grid-auto-flow
    grid-auto-rows grid-column grid-row grid-template grid-template-areas grid-template-columns
    grid-template-rows height hyphens inset inset-inline isolation justify-content justify-items
    justify-self left letter-spacing line-height list-style margin margin-bottom margin-inline
    margin-left margin-right margin-top max-height max-width min-height min-width object-fit opacity
    order outline outline-color outline-offset overflow overflow-wrap overflow-x overflow-y padding
    padding-block padding-bottom padding-inline padding-left padding-right padding-top perspective
    place-content place-items place-self pointer-events position r resize right rotate row-gap scale
    scroll-margin-top scroll-snap-align scroll-snap-type stroke stroke-dasharray stroke-linecap
    stroke-linejoin stroke-opacity stroke-width tab-size table-layout text-align text-decoration
    text-decoration-style text-overflow text-underline-offset top touch-action transform
    transform-box transform-origin transform-style transition transition-duration translate
    vertical-align visibility white-space width word-spacing writing-mode z-index
    """
)
"""All of the oldest browsers know these, and the following. A word that is in no list is looked up
and put into one."""

FUNCTIONS: Final = words(
    """
    blur brightness calc clamp cubic-bezier drop-shadow env grayscale inset linear-gradient max min
    minmax polygon radial-gradient repeat repeating-conic-gradient repeating-linear-gradient rgb
    saturate steps var
    """
)
UNITS: Final = words("% ch deg em fr ms px rem s turn vh vw")
PSEUDO: Final = words(
    """
    ::after ::backdrop ::before :active :disabled :empty :enabled :first-child :first-of-type :focus
    :focus-visible :focus-within :hover :is :last-child :not :nth-child :only-child :root :where
    """
)
GROUPS: Final = words("@keyframes @media @supports")


class Rule(NamedTuple):
    """A style rule: what it lies in, its selectors, and its declarations as "property: value"."""

    groups: tuple[str, ...]
    selectors: str
    declarations: list[str]


def rules(sheet: str) -> Iterator[Rule]:
    """The style rules of a sheet. A rule in another style rule is one whose groups end with that rule."""
    text = re.sub(r"/\*.*?\*/|@import [^;]*;", "", sheet, flags=re.DOTALL)
    open_: list[tuple[str, list[str]]] = []
    begin = 0
    for match in re.finditer(r"\"[^\"]*\"|[{};]", text):
        if match[0][0] == '"':
            continue
        head = " ".join(text[begin : match.start()].split())
        begin = match.end()
        if match[0] == "{":
            open_.append((head, []))
            continue
        if head:
            open_[-1][1].append(head)
        if match[0] == "}":
            selectors, declarations = open_.pop()
            if not selectors.startswith("@"):
                yield Rule(tuple(above for above, _ in open_), selectors, declarations)
