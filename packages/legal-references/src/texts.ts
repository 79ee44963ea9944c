import { legalCodes, type LegalCode } from './codes.ts'
import { readAct, readRegulation, type ActKind } from './acts.ts'
import { tokenize, type Token } from './tokens.ts'

/** Text that has articles, named at a position: a code, a law, or one named before (« du même code »). */
export type NamedText = {
  /** Null when it refers to a text that was not named. */
  code: string | null
  end: number
  kind: TextKind
  /** « ledit code », « de cette loi ». */
  isAnaphora: boolean
}

type TextKind = 'code' | ActKind

/** Last text of each kind named so far. */
export type Antecedents = Partial<Record<TextKind | 'any', string>>

type Branch = { next: Map<string, Branch>; code?: LegalCode }

/** Words that people leave out or change in the name of a code. */
const small = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'l', 'd', 'et', 'a', 'au', 'aux', 'en', 'entre', "'", '.', '-', '(', ')'])
/** Longest name of a code, in tokens. */
const maxNameTokens = 30

/** Recognises the names of codes among tokens. */
export type CodeNames = {
  /** Returns the longest name at an index; `end` is the index after it. */
  read(tokens: readonly Token[], at: number): { code: LegalCode; end: number } | null
}

/** Builds the recogniser of the names of codes: those of this package, and `more`. */
export function createCodeNames(more: readonly LegalCode[] = []): CodeNames {
  const root: Branch = { next: new Map() }
  for (const code of [...legalCodes, ...more])
    for (const name of [code.title, ...code.abbreviations]) {
      let branch = root
      const tokens = tokenize(name)
      for (const [index, { text }] of tokens.entries()) {
        if (index > 0 && small.has(text)) continue
        const next: Branch = branch.next.get(text) ?? { next: new Map() }
        branch.next.set(text, next)
        branch = next
      }
      if (branch !== root) branch.code ??= code
      // « C.G.C.T. » is one word with points.
      const letters = tokens.filter(({ kind }) => kind !== 'mark')
      if (tokens.length === 1 && letters[0]!.text.length <= 8 && letters[0]!.text.length >= 2) addSpelled(root, letters[0]!.text, code)
    }
  return { read: (tokens, at) => readName(root, tokens, at) }
}

function addSpelled(root: Branch, word: string, code: LegalCode): void {
  let branch = root
  for (const letter of word) {
    const next: Branch = branch.next.get(letter) ?? { next: new Map() }
    branch.next.set(letter, next)
    branch = next
  }
  branch.code ??= code
}

function readName(root: Branch, tokens: readonly Token[], at: number): { code: LegalCode; end: number } | null {
  const first = tokens[at]
  if (first === undefined || first.kind === 'mark') return null
  let branch = root.next.get(first.text)
  let found = branch?.code === undefined ? null : { code: branch.code, end: at + 1 }
  for (let index = at + 1; branch !== undefined && index < at + maxNameTokens; index += 1) {
    const token = tokens[index]
    if (token === undefined || token.kind === 'break') break
    const next: Branch | undefined = branch.next.get(token.text)
    if (next === undefined) {
      if (small.has(token.text)) continue
      break
    }
    branch = next
    if (branch.code !== undefined) found = { code: branch.code, end: index + 1 }
  }
  if (found === null) return null
  // The point of an abbreviation: « C. urb. ».
  if (tokens[found.end]?.text === '.' && !tokens[found.end]!.isSpaced && first.text.length === 1) found.end += 1
  return isName(tokens, at, found) ? found : null
}

/** Distinguishes an abbreviation or « Constitution » from ordinary words. */
function isName(tokens: readonly Token[], at: number, { code, end }: { code: LegalCode; end: number }): boolean {
  const first = tokens[at]!
  const next = tokens[end]
  if (first.text === 'constitution') {
    if (next !== undefined && /^(?:de|du|des|d)$/.test(next.text)) return false
    return first.isCapital || tokens[at - 1]?.text === 'la'
  }
  if (first.text === 'const') return first.isCapital && next?.text === '.'
  // « ass », « com »: only the acronyms stand alone.
  if (end === at + 1 && first.text.length <= 3) return first.isUpper || code.id.toLowerCase() === first.text
  return true
}

const kinds: Readonly<Record<string, TextKind | 'any'>> = {
  code: 'code',
  livre: 'code',
  loi: 'loi',
  ordonnance: 'ordonnance',
  decret: 'decret',
  texte: 'any',
}
const demonstratives = new Set(['meme', 'memes', 'dit', 'dite', 'ce', 'cet', 'cette', 'dudit', 'ledit', 'ladite', 'audit', 'susdit', 'susdite'])
const pastParticiples = /^(?:susvisee?s?|precitee?s?|susmentionnee?s?|susditee?s?|mentionnee?s?|visee?s?|citee?s?|susrappelee?s?|suscitee?s?)$/
const adjectives = new Set(['nouveau', 'nouvel', 'ancien', 'ancienne', 'nouvelle', 'present', 'presente', 'prefixe'])

/** Reads the name of a text at `at`, after « du », « de la »… Null for anything that is no law. */
export function readText(tokens: readonly Token[], at: number, names: CodeNames, before: Antecedents): NamedText | null {
  let start = at
  let isDemonstrative = false
  while (start < at + 3 && demonstratives.has(tokens[start]?.text ?? '')) {
    isDemonstrative = true
    start += 1
  }
  const kind = kinds[tokens[start]?.text ?? '']
  if (isDemonstrative) return kind === undefined ? null : { code: before[kind] ?? null, end: start + 1, kind: kind === 'any' ? 'code' : kind, isAnaphora: true }
  const named = tokens[start]?.text === 'nouveau' && tokens[start + 1]?.text === 'code' ? names.read(tokens, start) : null
  while (named === null && start < at + 2 && adjectives.has(tokens[start]?.text ?? '')) {
    if (tokens[start]!.text.startsWith('present')) return null
    start += 1
  }
  const code = named ?? names.read(tokens, start)
  if (code !== null) return { code: code.code.id, end: code.end, kind: 'code', isAnaphora: false }
  const act = readAct(tokens, start)
  if (act !== null) return { code: act.code, end: act.end, kind: act.kind, isAnaphora: false }
  const regulation = readRegulation(tokens, start)
  if (regulation !== null) return { code: 'RGPD', end: regulation, kind: 'code', isAnaphora: false }
  if (kind !== undefined && pastParticiples.test(tokens[start + 1]?.text ?? ''))
    return { code: before[kind] ?? null, end: start + 2, kind: kind === 'any' ? 'code' : kind, isAnaphora: true }
  return readYear(tokens, start, before)
}

/** « la loi de 1905 », after « la loi du 9 décembre 1905 ». */
function readYear(tokens: readonly Token[], at: number, before: Antecedents): NamedText | null {
  const kind = kinds[tokens[at]?.text ?? '']
  const year = tokens[at + 2]
  if ((kind !== 'loi' && kind !== 'decret' && kind !== 'ordonnance') || tokens[at + 1]?.text !== 'de' || year?.kind !== 'number') return null
  const code = before[kind]
  const isYear = code !== undefined && (code.includes(`-${year.text}-`) || code.includes(`-${year.text.slice(2)}-`))
  return isYear ? { code, end: at + 3, kind, isAnaphora: true } : null
}

/** Recogniser of the codes of this package. */
export const builtInNames = createCodeNames()

/** Returns the id of the code of this package that has one of these names, or null. */
export function identifyCode(names: readonly string[]): string | null {
  for (const name of names) {
    const tokens = tokenize(name)
    const found = builtInNames.read(tokens, 0)
    if (found !== null && tokens.slice(found.end).every(({ kind }) => kind === 'mark')) return found.code.id
  }
  return null
}
