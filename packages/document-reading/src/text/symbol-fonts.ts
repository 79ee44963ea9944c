/** Signs of a ticked and an empty box, however the document draws them. */
export const TICKED = '☒'
export const UNTICKED = '☐'

/** Maps consecutive codes, from `first`, to characters. */
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

/** Characters of symbol fonts, by font and code. Source of the codes: the tables published by the font makers. */
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

/** Codes of Wingdings used when the font is unknown: the boxes and ticks. */
const UNNAMED = new Map([...WINGDINGS].filter(([, character]) => [TICKED, UNTICKED, '✓', '✗', '▪'].includes(character)))

const PRIVATE = /[\uF020-\uF0FF]/

/**
 * Converts the characters of symbol fonts (Wingdings, Webdings, Symbol): boxes, arrows, Greek letters. With another font, only the private characters of
 * Wingdings boxes and ticks are converted. With a symbol font, a private character that is not in its table is removed.
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
