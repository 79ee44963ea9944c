/** Lexical unit of a text. `text` is in lower case, without accents; `start` and `end` count UTF-16 units of the original. */
export type Token = {
  kind: 'word' | 'number' | 'mark' | 'break'
  text: string
  start: number
  end: number
  /** Preceded by white space. */
  isSpaced: boolean
  /** Word of which every letter is a capital. */
  isUpper: boolean
  /** Word that begins with a capital. */
  isCapital: boolean
}

const equivalents: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '＇': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '﹣': '-',
  '－': '-',
  º: '°',
  '˚': '°',
  œ: 'oe',
  Œ: 'oe',
  æ: 'ae',
  Æ: 'ae',
}

/** Characters that show nothing: soft hyphen, zero-width spaces, byte order mark. */
const invisible = /^[\u00AD\u200B-\u200F\u2060\uFEFF]$/
const combining = /\p{M}/gu

/** Returns one character without accent, in lower case: none, one or several ASCII characters where that is possible. */
function fold(character: string): string {
  const known = equivalents[character]
  if (known !== undefined) return known
  if (invisible.test(character)) return ''
  return character.normalize('NFKD').replace(combining, '').toLowerCase()
}

const isLetter = (code: number): boolean => code >= 97 && code <= 122
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const spaces = /^\s$/u
/** Emphasis of Markdown, and the asterisk of « R*423-23 »: neither changes the meaning of a reference. */
const ignored = new Set(['*', '_', '`'])

type Unit = { text: string; start: number; end: number; isUpper: boolean }

/** Yields the characters of a text, folded. One that folds to several has the same position for each. */
function* units(text: string): Generator<Unit> {
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code < 128) {
      const isUpper = code >= 65 && code <= 90
      yield { text: isUpper ? String.fromCharCode(code + 32) : text[at]!, start: at, end: at + 1, isUpper }
      at += 1
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(at)!)
    const end = at + character.length
    const isUpper = character !== character.toLowerCase()
    for (const part of fold(character)) yield { text: part, start: at, end, isUpper }
    at = end
  }
}

/** Splits a text into words, numbers and marks in one pass. An empty line is one `break`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let isSpaced = false
  let lines = 0
  let last: Token | undefined
  for (const unit of units(text)) {
    const code = unit.text.charCodeAt(0)
    if (spaces.test(unit.text)) {
      isSpaced = true
      if (unit.text === '\n') lines += 1
      last = undefined
      continue
    }
    if (ignored.has(unit.text)) {
      last = undefined
      continue
    }
    if (lines > 1) tokens.push({ kind: 'break', text: '\n', start: unit.start, end: unit.start, isSpaced, isUpper: false, isCapital: false })
    lines = 0
    const kind = isLetter(code) ? 'word' : isDigit(code) ? 'number' : 'mark'
    if (last !== undefined && last.kind === kind && kind !== 'mark') {
      last.text += unit.text
      last.end = unit.end
      last.isUpper &&= unit.isUpper
    } else {
      last = { kind, text: unit.text, start: unit.start, end: unit.end, isSpaced, isUpper: unit.isUpper, isCapital: unit.isUpper }
      tokens.push(last)
    }
    isSpaced = false
  }
  return tokens
}
