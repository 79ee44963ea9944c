/** A run of `*`, `_` or `~` outside code, links and formulas. */
export interface MarkRun {
  at: number
  length: number
}

/** An emphasised text: from `start` to `end` with its marks, from `from` to `to` without. */
export interface Emphasis {
  start: number
  from: number
  to: number
  end: number
  kind: 'em' | 'strong' | 'del'
}

interface ReadEmphasis {
  /** Emphasised texts by the offset of their first mark. */
  emphasisByIndex: ReadonlyMap<number, Emphasis>
  /** Unclosed marks, outermost first. */
  open: readonly { at: number; length: number; character: string }[]
}

interface Opener {
  at: number
  remaining: number
  character: string
  /** Whether the mark may be a multiplication sign: « 12 *150 ». */
  isBetweenDigits: boolean
  /** Whether there is a letter on each side. */
  isInWord: boolean
}

/** Maximum length of a run: longer ones are lines to write on, « Nom : ________ ». */
const maxRun = 3
/** Maximum number of characters between two marks with a misplaced space: `**Objet : **demande`. */
const maxMisplacedLength = 200

type Neighbour = 'space' | 'word' | 'mark'
const neighbourKind = (character: string | undefined): Neighbour =>
  character === undefined || /\s/.test(character) ? 'space' : /[\p{L}\p{M}\p{N}]/u.test(character) ? 'word' : 'mark'
const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)

/**
 * Pairs the marks of emphasis as in CommonMark, with changes for French texts of models. A sign between digits (`12*150`), in a word (`a*b`) or a tilde
 * (`~10`) is a character. `**Objet :**texte` and `mot**« cité »**` are bold.
 */
export function readEmphasis(text: string, runs: readonly MarkRun[]): ReadEmphasis {
  const emphasisByIndex = new Map<number, Emphasis>()
  const stack: Opener[] = []
  let misplaced: MarkRun | null = null
  for (const run of runs) {
    const role = roleOf(text, run, stack)
    let { at, length } = run
    const character = text[at]!
    while (role.closes && length > 0) {
      const opener = takeOpener(stack, character, length, role.isBetweenDigits)
      if (opener === null) break
      const usedLength = Math.min(length, opener.remaining, 2)
      const start = opener.at + opener.remaining - usedLength
      emphasisByIndex.set(start, {
        start,
        from: start + usedLength,
        to: at,
        end: at + usedLength,
        kind: character === '~' ? 'del' : usedLength === 2 ? 'strong' : 'em',
      })
      opener.remaining -= usedLength
      if (opener.remaining > 0) stack.push(opener)
      at += usedLength
      length -= usedLength
    }
    if (length < run.length) {
      misplaced = null
      continue
    }
    const isStrong = character === '*' && length === 2
    if (isStrong && misplaced !== null && role.closes && isOneLine(text, misplaced, at)) {
      emphasisByIndex.set(misplaced.at, { start: misplaced.at, from: misplaced.at + 2, to: at, end: at + 2, kind: 'strong' })
      misplaced = null
    } else if (role.opens) stack.push({ at, remaining: length, character, ...role })
    else misplaced = isStrong && neighbourKind(text[at - 1]) === 'space' ? run : misplaced
  }
  return { emphasisByIndex, open: pairMisplaced(text, stack, emphasisByIndex) }
}

const isOneLine = (text: string, loose: MarkRun, index: number) => index - loose.at < maxMisplacedLength && !text.slice(loose.at, index).includes('\n')

/**
 * Pairs two marks that both can only open, when the second one is against the words that follow it: the space is misplaced.
 * @returns the remaining openers
 */
function pairMisplaced(text: string, stack: readonly Opener[], emphasisByIndex: Map<number, Emphasis>): ReadEmphasis['open'] {
  const leftOpen: ReadEmphasis['open'][number][] = []
  for (let index = 0; index < stack.length; index += 1) {
    const one = stack[index]!
    const next = stack[index + 1]
    const isPair = next !== undefined && [one, next].every(({ character, remaining: length }) => character === '*' && length === 2)
    if (
      isPair &&
      neighbourKind(text[next.at - 1]) === 'space' &&
      /\S/.test(text.slice(one.at + 2, next.at)) &&
      isOneLine(text, { at: one.at, length: 2 }, next.at)
    ) {
      emphasisByIndex.set(one.at, { start: one.at, from: one.at + 2, to: next.at, end: next.at + 2, kind: 'strong' })
      index += 1
    } else leftOpen.push({ at: one.at, length: one.remaining, character: one.character })
  }
  return leftOpen
}

/** Removes from the stack the nearest opener that a run can close, and those above it, which can no longer be closed. */
function takeOpener(stack: Opener[], character: string, length: number, isBetweenDigits: boolean): Opener | null {
  for (let index = stack.length - 1; index >= 0; index -= 1) {
    const opener = stack[index]!
    if (opener.character !== character || !matches(opener.remaining, length)) continue
    stack.length = index
    // « 12 *150* 3 » is a product.
    return isBetweenDigits && opener.isBetweenDigits ? null : opener
  }
  return null
}

const matches = (opener: number, closer: number) => opener === closer || opener === maxRun || closer === maxRun

interface MarkRole {
  opens: boolean
  closes: boolean
  isBetweenDigits: boolean
  isInWord: boolean
}

const neither: MarkRole = { opens: false, closes: false, isBetweenDigits: false, isInWord: false }

function roleOf(text: string, { at, length }: MarkRun, stack: readonly Opener[]): MarkRole {
  const character = text[at]!
  const [previous, next] = [text[at - 1], text[at + length]]
  const [before, after] = [neighbourKind(previous), neighbourKind(next)]
  if (length > maxRun || (character === '~' && length !== 2)) return neither
  const isPending = stack.some((opener) => opener.character === character && matches(opener.remaining, length) && !(length === 1 && opener.isInWord))
  const isBetweenDigits = length === 1 && digitBefore(text, at) && digitAfter(text, at + 1)
  const role = (opens: boolean, closes: boolean): MarkRole => ({ opens, closes, isBetweenDigits, isInWord: before === 'word' && after === 'word' })
  if (character === '_') {
    if (before === 'word' && after === 'word') return neither
    // `__init__.py`
    if (length === 2 && isPending && (next === '(' || (next === '.' && neighbourKind(text[at + 3]) === 'word'))) return neither
    return role(after !== 'space' && before !== 'word' && !(before === 'mark' && after === 'mark' && isPending), before !== 'space' && after !== 'word')
  }
  // « voir la note *. »
  if (length === 1 && before === 'space' && /^[.,;:!?)»](?:\s|$)/.test(text.slice(at + 1, at + 3))) return neither
  if (before === 'space' || after === 'space') return role(after !== 'space', before !== 'space')
  if (length === 1) {
    if (isTimesOrNoteMark(previous, next)) return neither
    if (before === 'word' && after === 'word') return role(false, isPending)
  } else if (before === 'word' && isDigit(next) && !isPending) return neither
  return role(!isPending, isPending)
}

const digitBefore = (text: string, index: number) => isDigit(text[index - 1]) || (text[index - 1] === ' ' && isDigit(text[index - 2]))
const digitAfter = (text: string, index: number) => isDigit(text[index]) || (text[index] === ' ' && isDigit(text[index + 1]))

/** Whether a mark is a multiplication sign, or the mark of a note: « 3*4 », « (a+b)*2 », « 12 %*3 », « (*) ». */
const isTimesOrNoteMark = (previous: string | undefined, next: string | undefined) =>
  (previous !== undefined && next !== undefined && /[\d)²³%€]/.test(previous) && /[\d(]/.test(next)) ||
  (isDigit(previous) && neighbourKind(next) === 'word') ||
  (neighbourKind(previous) === 'word' && (isDigit(next) || next === '(')) ||
  (previous === ')' && neighbourKind(next) === 'word') ||
  (previous === '(' && next === ')')
