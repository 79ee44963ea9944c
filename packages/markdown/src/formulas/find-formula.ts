/** A formula found in a text, with its delimiters (`raw`) and without (`source`). */
export interface FoundFormula {
  /** With delimiters: `\(x\)`, `\[x\]`, `$$x$$`, `$x$`, `\begin{align}x\end{align}`. */
  raw: string
  source: string
}

/** Maximum number of characters between the delimiters of a formula. */
const maxLength = 3_000
/** Maximum number of characters between `$…$`; shorter, because a dollar sign may begin a sum of money. */
const maxDollarLength = 120

/** Pattern of a mathematical environment, which models also write without other delimiters. */
const environment = /^\\begin\{((?:align|equation|gather|multline|eqnarray|alignat|flalign|aligned|gathered|split|cases)\*?)\}/

const closers: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' }

/** Whether the text between escaped brackets has a mathematical sign; without one it is text: `\[Nom du maire\]`. */
const isMathematical = (source: string) => /[\\^_=+×÷≤≥<>*/{}|]|\d\s*-\s*\d|^\s*[\p{L}]\s*$/u.test(source) || /^[\s\d.,%€-]*\d[\s\d.,%€-]*$/.test(source)

/** Whether a source contains words that are not in a text command: a formula has none. */
const hasWords = (source: string) => /\p{L}{4,}/u.test(source.replace(/\\[a-zA-Z]+(?:\{[^{}]*\})?/g, ' '))

/** Whether `$…$` is certainly a formula: no space inside its delimiters, no words, and a command, an exponent, an index or an equation. */
function isCertain(source: string): boolean {
  if (/^\s|\s$/.test(source) || hasWords(source)) return false
  return (
    /\\[a-zA-Z]|[\p{L}\d)}][\^_][\p{L}\d{\\-]/u.test(source) ||
    /^-?\p{L}$/u.test(source) ||
    /^\|[^|\s]+\|$/.test(source) ||
    (/\p{L}/u.test(source) && /[=<>≤≥]/.test(source) && /^[^;:!?]*$/.test(source))
  )
}

/**
 * Finds the end of the closing delimiter, or -1. A double backslash before it is a line break of the formula. A blank line ends the search, except when
 * both delimiters of a displayed formula are alone on their lines.
 */
function endOf(text: string, from: number, closer: string): number {
  const limit = Math.min(text.length, from + maxLength)
  const standsAlone = closer !== closers['\\('] && /^[ \t]*\n/.test(text.slice(from, from + 80))
  if (standsAlone) return endAlone(text.slice(from, limit), from, closer)
  for (let index = from; index < limit; index += 1) {
    if (text.startsWith(closer, index)) return index + closer.length
    if (text[index] === '\\') index += 1
    else if (text[index] === '\n' && /^\n[ \t]*(?:\n|$)/.test(text.slice(index, index + 80))) return -1
  }
  return -1
}

/** Finds the closing delimiter of a displayed formula that begins on its own line. Returns the offset after it, or -1. After a blank line it must come first on its line. */
function endAlone(content: string, from: number, closer: string): number {
  let afterBlank = false
  let index = from
  for (const line of content.split('\n')) {
    const offset = line.replaceAll('\\\\', '  ').indexOf(closer)
    if (offset !== -1) return afterBlank && line.slice(0, offset).trim() !== '' ? -1 : index + offset + closer.length
    afterBlank ||= index > from && line.trim() === ''
    index += line.length + 1
  }
  return -1
}

/** Returns the formula that begins at an offset; null when there is none. */
export function formulaAt(text: string, index: number): FoundFormula | null {
  const mark = text.slice(index, index + 2)
  const closer = Object.hasOwn(closers, mark) ? closers[mark]! : null
  if (closer !== null) {
    const end = endOf(text, index + 2, closer)
    const source = end === -1 ? '' : text.slice(index + 2, end - 2)
    return source.trim() === '' || !(mark === '$$' || isMathematical(source)) ? null : { raw: text.slice(index, end), source }
  }
  if (mark === '\\b') return environmentAt(text, index)
  if (text[index] !== '$' || /[\p{L}\d$\\]/u.test(text[index - 1] ?? '')) return null
  const match = /^\$((?:\\[^\n]|[^$\\\n])+)\$(?![\p{L}\d$])/u.exec(text.slice(index, index + maxDollarLength))
  return match !== null && isCertain(match[1]!) ? { raw: match[0], source: match[1]! } : null
}

function environmentAt(text: string, index: number): FoundFormula | null {
  const name = environment.exec(text.slice(index, index + 30))?.[1]
  if (name === undefined) return null
  const closer = `\\end{${name}}`
  const length = text.slice(index, index + maxLength).indexOf(closer)
  if (length === -1) return null
  const raw = text.slice(index, index + length + closer.length)
  return { raw, source: raw }
}

/** Whether a text may contain a formula: a fast test. */
export const mayHoldFormula = (text: string): boolean => /\\(?:[([]|begin\{)|\$/.test(text)

/** Whether what may become a formula begins at an offset of a growing text. */
export function opensFormula(text: string, index: number): boolean {
  const mark = text.slice(index, index + 2)
  const formulaStart = text.slice(index + 2)
  if (Object.hasOwn(closers, mark))
    return formulaStart.length < maxLength && !/\n[ \t]*\n/.test(formulaStart) && !(hasWords(formulaStart) && !/[\\^=]/.test(formulaStart))
  if (text[index] !== '$' || /[\p{L}\d$\\]/u.test(text[index - 1] ?? '')) return false
  const inline = text.slice(index + 1)
  return (
    inline === '' || (inline.length < maxDollarLength && /^[\p{L}\\({[-]/u.test(inline) && !inline.includes('\n') && !hasWords(inline.replace(/\\\w*$/, '')))
  )
}
