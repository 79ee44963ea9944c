/** A ticked box, however the document draws it, and an empty one. */
export const TICKED = '☒'
export const UNTICKED = '☐'

/** Characters of a font from the code `first` on, in order. */
const run = (first: number, characters: string): [number, string][] => Array.from(characters, (character, at) => [first + at, character])

const DINGBATS = new Map([...run(0x33, '✓✔✕✖✗✘'), ...run(0x6e, '■'), ...run(0x6f, UNTICKED.repeat(4)), ...run(0xac, '①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿'), ...run(0xd5, '→')])

const WINGDINGS = new Map([
  ...run(0x28, '☎✆✉'),
  ...run(0x46, '☞'),
  ...run(0x4a, '☺'),
  ...run(0x4c, '☹'),
  ...run(0x6c, '●○■'),
  ...run(0x6f, UNTICKED.repeat(4)),
  ...run(0x73, '◆◆◆❖'),
  ...run(0x78, TICKED),
  ...run(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
  ...run(0x9e, '·•'),
  ...run(0xa1, '○'),
  ...run(0xa4, '◉'),
  ...run(0xa7, `▪${UNTICKED}`),
  ...run(0xd8, '➢'),
  ...run(0xdf, '←→↑↓'),
  ...run(0xe8, '➔'),
  ...run(0xef, '⇦⇨⇧⇩'),
  ...run(0xfb, `✗✓${TICKED}${TICKED}`),
])

const WINGDINGS_2 = new Map([...run(0x4f, `✗✓${TICKED.repeat(4)}`), ...run(0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'), ...run(0xa2, `■${UNTICKED}`)])

const WEBDINGS = new Map([...run(0x31, UNTICKED), ...run(0x61, '✔'), ...run(0x63, UNTICKED), ...run(0x67, '■'), ...run(0x6e, '●'), ...run(0x72, '✖')])

const MARLETT = new Map([...run(0x61, '✓✓'), ...run(0x72, '✗')])

const SYMBOL = new Map([
  ...run(0x20, ' !∀#∃%&∋()*+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'),
  ...run(0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'),
  ...run(0xf1, '〉∫'),
])

/** Fonts whose letters are drawn as other characters. Source of the codes: the tables that the makers of these fonts published. */
const FONTS = new Map<string, ReadonlyMap<number, string>>([
  ['wingdings', WINGDINGS],
  ['wingdings 2', WINGDINGS_2],
  ['wingdings 3', new Map()],
  ['webdings', WEBDINGS],
  ['marlett', MARLETT],
  ['symbol', SYMBOL],
  ['zapfdingbats', DINGBATS],
  ['itc zapf dingbats', DINGBATS],
  ['monotype sorts', DINGBATS],
])

/** Codes of Wingdings that mean nothing in other fonts: read so where the font is not known. */
const UNNAMED = new Map([...WINGDINGS].filter(([, character]) => [TICKED, UNTICKED, '✓', '✗', '▪'].includes(character)))

const PRIVATE = /[\uF020-\uF0FF]/

/**
 * Reads a text in the font that draws it: boxes, arrows and Greek letters of Wingdings, Webdings and Symbol. A text in another font comes
 * back unchanged, but for the private characters that are boxes in Wingdings. A private character that no table has is left out.
 */
export function readSymbols(text: string, font: string | undefined): string {
  const table = FONTS.get((font ?? '').trim().toLowerCase())
  if (!table && !PRIVATE.test(text)) return text
  return Array.from(text, (character) => {
    const code = character.codePointAt(0)!
    const isPrivate = code >= 0xf020 && code <= 0xf0ff
    if (!table && !isPrivate) return character
    return (table ?? UNNAMED).get(isPrivate ? code - 0xf000 : code) ?? (isPrivate && table ? '' : character)
  }).join('')
}
