"""Takes the slash out of the zeros of a face (the proportional one and the tabular one), in each of its weights.

Atkinson Hyperlegible draws a slashed zero, which its readers need to tell 0 from O in codes, and has no plain one. In dates and amounts it
is noise. The two halves of the hole become one: the outer line, brought to the box that they fill.

Usage: python plain-zero.py FACE.woff2   (pip install fonttools brotli)
"""
import sys
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.varLib.instancer import instantiateVariableFont


def zeros(font):
    """Names of the glyphs that draw « 0 »: the one of the character, and what `tnum` puts in its place."""
    name = font.getBestCmap()[ord('0')]
    found = {name}
    for lookup in font['GSUB'].table.LookupList.Lookup if 'GSUB' in font else []:
        for table in lookup.SubTable:
            table = getattr(table, 'ExtSubTable', table)
            if getattr(table, 'mapping', {}).get(name):
                found.add(table.mapping[name])
    return found


def contours(glyph):
    start, result = 0, []
    for end in glyph.endPtsOfContours:
        result.append(list(range(start, end + 1)))
        start = end + 1
    return result


def box(points):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def plain(coordinates, groups):
    """The outer line, then the same brought to the box of the two halves of the hole, the other way round."""
    outer = [coordinates[at] for at in groups[0]]
    hole = box([coordinates[at] for group in groups[1:] for at in group])
    left, low, right, high = box(outer)
    sx, sy = (hole[2] - hole[0]) / (right - left), (hole[3] - hole[1]) / (high - low)
    inner = [(hole[0] + (x - left) * sx, hole[1] + (y - low) * sy) for x, y in outer]
    return outer + inner[::-1]


def rewrite(path):
    font = TTFont(path)
    glyf, bold = font['glyf'], None
    if 'fvar' in font:
        axis = font['fvar'].axes[0]
        bold = instantiateVariableFont(TTFont(path), {axis.axisTag: axis.maxValue})['glyf']
    for name in zeros(font):
        glyph = glyf[name]
        if glyph.isComposite() or glyph.numberOfContours != 3:
            print(f'{path}: {name} is left as it is')
            continue
        groups = sorted(contours(glyph), key=lambda group: -(lambda b: (b[2] - b[0]) * (b[3] - b[1]))(box([glyph.coordinates[at] for at in group])))
        flags = [glyph.flags[at] for at in groups[0]]
        points = plain(list(glyph.coordinates), groups)
        if bold is not None:
            heavy = plain(list(bold[name].coordinates), groups)
            deltas = [(round(hx - x), round(hy - y)) for (x, y), (hx, hy) in zip(points, heavy)]
            advance = font['hmtx'][name][0]
            # The four phantom points: where the letter begins and ends, whose width follows HVAR.
            old = font['gvar'].variations[name]
            phantom = [(sum((v.coordinates[-4 + at] or (0, 0))[0] for v in old), 0) for at in range(4)]
            font['gvar'].variations[name] = [TupleVariation({axis.axisTag: (0.0, 1.0, 1.0)}, deltas + phantom)]
        glyph.coordinates = GlyphCoordinates([(round(x), round(y)) for x, y in points])
        glyph.flags = type(glyph.flags)(flags + flags[::-1])
        glyph.endPtsOfContours = [len(flags) - 1, 2 * len(flags) - 1]
        glyph.numberOfContours = 2
        if hasattr(glyph, 'program'):
            glyph.program.fromBytecode(b'')
        glyph.recalcBounds(glyf)
    font.save(path)


for path in sys.argv[1:]:
    rewrite(path)
