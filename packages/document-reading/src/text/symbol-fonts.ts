/** Signs of a ticked and an empty box, however the document draws them. */
export const TICKED = '☒'
export const UNTICKED = '☐'

/** Maps consecutive codes, from `first`, to characters. */
const mapCodes = (first: number, characters: string): [number, string][] => Array.from(characters, (character, index) => [first + index, character])

const DINGBATS = new Map([
  ...mapCodes(0x33, '✓✔✕✖✗✘'),
  ...mapCodes(0x6e, '■'),
  ...mapCodes(0x6f, UNTICKED.repeat(4)),
  ...mapCodes(0xac, '①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿'),
  ...mapCodes(0xd5, '→'),
])

const WINGDINGS = new Map([
  ...mapCodes(0x28, '☎✆✉'),
  ...mapCodes(0x46, '☞'),
  ...mapCodes(0x4a, '☺'),
  ...mapCodes(0x4c, '☹'),
  ...mapCodes(0x6c, '●○■'),
  ...mapCodes(0x6f, UNTICKED.repeat(4)),
  ...mapCodes(0x73, '◆◆◆❖'),
  ...mapCodes(0x78, TICKED),
  ...mapCodes(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
  ...mapCodes(0x9e, '·•'),
  ...mapCodes(0xa1, '○'),
  ...mapCodes(0xa4, '◉'),
  ...mapCodes(0xa7, `▪${UNTICKED}`),
  ...mapCodes(0xd8, '➢'),
  ...mapCodes(0xdf, '←→↑↓'),
  ...mapCodes(0xe8, '➔'),
  ...mapCodes(0xef, '⇦⇨⇧⇩'),
  ...mapCodes(0xfb, `✗✓${TICKED}${TICKED}`),
])

const WINGDINGS_2 = new Map([...mapCodes(0x4f, `✗✓${TICKED.repeat(4)}`), ...mapCodes(0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'), ...mapCodes(0xa2, `■${UNTICKED}`)])

const WEBDINGS = new Map([
  ...mapCodes(0x31, UNTICKED),
  ...mapCodes(0x61, '✔'),
  ...mapCodes(0x63, UNTICKED),
  ...mapCodes(0x67, '■'),
  ...mapCodes(0x6e, '●'),
  ...mapCodes(0x72, '✖'),
])

const MARLETT = new Map([...mapCodes(0x61, '✓✓'), ...mapCodes(0x72, '✗')])

const SYMBOL = new Map([
  ...mapCodes(0x20, ' !∀#∃%&∋()*+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'),
  ...mapCodes(0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'),
  ...mapCodes(0xf1, '〉∫'),
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
const DEFAULT_SIGNS = new Map([...WINGDINGS].filter(([, character]) => [TICKED, UNTICKED, '✓', '✗', '▪'].includes(character)))

const PRIVATE = /[\uF020-\uF0FF]/

/**
 * Converts the characters of symbol fonts (Wingdings, Webdings, Symbol): boxes, arrows, Greek letters. With another font, only the private characters of
 * Wingdings boxes and ticks are converted. With a symbol font, a private character that is not in its table is removed.
 */
export function convertSymbols(text: string, font: string | undefined): string {
  const table = FONTS.get((font ?? '').trim().toLowerCase())
  if (!table && !PRIVATE.test(text)) return text
  return Array.from(text, (character) => {
    const code = character.codePointAt(0)!
    const isPrivate = code >= 0xf020 && code <= 0xf0ff
    if (!table && !isPrivate) return character
    return (table ?? DEFAULT_SIGNS).get(isPrivate ? code - 0xf000 : code) ?? (isPrivate && table ? '' : character)
  }).join('')
}
