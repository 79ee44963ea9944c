import { civility, common, first, never, particle, placeNoun, role, surname } from './lexicon.ts'
import { labelKind, type LabelKind } from './labels.ts'
import { findListed } from './civilities.ts'
import { addName, isCapital, isGeographic, isInitial, readName, type FoundName, type NameSearch } from './name-search.ts'

/** Returns the index of the first word that begins at an offset or after. */
export function tokenFrom({ tokens }: NameSearch, offset: number): number {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (tokens[middle]!.start < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Longest label before a colon, in characters. */
const maxLabel = 48

/** Finds names after a label: « Nom : Durand », « Mère : Lurdes Gonçalves », « De : Marek Nowak <…> », « Présents : … ». */
export function findInFields(search: NameSearch): void {
  const { text } = search
  for (let at = nextSign(text, 0); at >= 0; at = nextSign(text, at + 1)) {
    // In JSON and in Markdown, the label is in quotes or in bold.
    const before = text.slice(Math.max(0, at - maxLabel), at).replace(/["'*]{1,3} ?$/, '')
    const label = /(?:^|[\n\t;|•>()[\]{},!?&"«]|[-–*] |\. | {3}|\d[.)] )([^\n\t;|•>[\]{},!?&"«]{1,48}?) {0,2}$/.exec(before)?.[1]
    if (label === undefined) continue
    const kind = labelKind(lastPart(label))
    if (kind) readField(search, kind, at + 1)
    else readFirstNames(search, at + 1)
  }
}

/** Reads a list of first names after any label: « ATSEM : Nadia (PS), Sylvie (MS) ». */
function readFirstNames(search: NameSearch, valueStart: number): void {
  const { text, tokens } = search
  const token = tokens[tokenFrom(search, valueStart)]
  if (!token || token.shape !== 'capital' || (token.flags & (first | common | never)) !== first || isGeographic(token)) return
  if (!/^ {1,3}$/.test(text.slice(valueStart, token.start)) || !/^(?: \([^()\n]{0,30}\))?,/.test(text.slice(token.end, token.end + 40))) return
  const lineEnd = text.indexOf('\n', valueStart)
  readItems(search, valueStart, text.slice(valueStart, lineEnd < 0 ? valueStart + 1000 : Math.min(lineEnd, valueStart + 1000)))
}

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // « : », « = », and the telephone sign that stands for a colon is not one of them.
    if (unit === 58 || unit === 61) return at
  }
  return -1
}

/** Returns what follows the last separator of a label: « Déclarant 1 - Nom » is « Nom ». */
const lastPart = (label: string): string => label.split(/ - | – |\. |[-•*] | {3,}|[)\]] /).at(-1)!

function readField(search: NameSearch, kind: LabelKind, valueStart: number): void {
  const { text, tokens } = search
  const at = tokenFrom(search, valueStart)
  const token = tokens[at]
  if (!token) return
  const lead = text.slice(valueStart, token.start)
  if (kind === 'list') {
    readList(search, valueStart)
    return
  }
  if (/\n\s*\n|[|;]/.test(lead) || (lead.includes('\n') && kind !== 'full' && kind !== 'last' && kind !== 'first')) return
  if (lead.includes('\n') && tokens[at - 1] && /:\s*$/.test(text.slice(token.end, token.end + 3))) return
  if (/\d/.test(lead)) return
  if (kind === 'mail') readAddressees(search, valueStart)
  else if (kind === 'last' || kind === 'first') readPart(search, at, kind)
  else if (kind === 'full') readFull(search, at)
}

/** Reads the value of « Nom : » or « Prénom : »: any word, unless it is the next label. */
function readPart(search: NameSearch, at: number, part: 'last' | 'first'): void {
  const { text, tokens } = search
  const start = (tokens[at]!.flags & civility) !== 0 && tokens[at + 1] ? at + 1 : at
  const name = readName(search, start, { strict: true }) ?? lowerPart(search, start)
  if (!name) return
  const end = tokens[name.to - 1]!.end
  if (/^ {0,2}(?:\(s\)|\(e\))? {0,2}[:=]/.test(text.slice(end, end + 8)) || labelKind(text.slice(tokens[start]!.start, end)) === 'first') return
  const row = text.lastIndexOf('\n', tokens[start]!.start)
  const both =
    part === 'last' && name.to - name.from > 1 && tokens.slice(name.from, name.to).some(({ flags, shape }) => (flags & first) !== 0 && shape === 'capital')
  addName(search, { ...name, confidence: 0.9, reason: 'person.field', ...(both ? {} : { part, row }) })
  const after = tokens[name.to]
  if (part === 'first' || (after !== undefined && (after.flags & (first | common)) === first)) findListed(search, name.to, 'person.field')
}

/** Reads a name typed without capitals, alone on its line. */
function lowerPart({ text, tokens }: NameSearch, at: number): { from: number; to: number } | null {
  const end = text.indexOf('\n', tokens[at]!.start)
  const line = text
    .slice(tokens[at]!.start, end < 0 ? undefined : Math.min(end, tokens[at]!.start + 60))
    .split(/[;|,\t]| - |\(/)[0]!
    .trim()
  const words = line.split(/[ '-]+/)
  if (!/^[\p{L}' -]{2,40}$/u.test(line) || words.length > 3) return null
  let to = at
  while (to < tokens.length && tokens[to]!.end <= tokens[at]!.start + line.length) to++
  const isKnown = tokens.slice(at, to).some(({ flags }) => (flags & common) === 0 || (flags & (first | surname)) !== 0)
  return isKnown && to > at ? { from: at, to } : null
}

/** Reads the name of a person after a role: at least two words, or one that is not a common word. */
function readFull(search: NameSearch, at: number): void {
  const name = nameOfItem(search, at)
  if (name) addName(search, { ...name, confidence: 0.85, reason: 'person.role' })
}

/** Reads the name at the beginning of an item: « M. Petit, adjoint », « LE GOFF Anne (excusée) », « Blanc Rose ». Null for a place or a service. */
export function nameOfItem(search: NameSearch, from: number, isSpeaker = false): { from: number; to: number } | null {
  const { tokens, text } = search
  let at = from
  while (at < from + 3 && tokens[at] && (tokens[at]!.flags & civility) !== 0 && (tokens[at]!.shape !== 'initial' || tokens[at]!.key === 'm') && tokens[at + 1])
    at++
  const hasCivility = at > from
  const token = tokens[at]
  if (!token || search.taken[at] !== 0) return null
  if (
    (token.flags & particle) !== 0 &&
    token.shape !== 'upper' &&
    (token.flags & first) === 0 &&
    /^(?:le|la|les|l|a|au|y)$/.test(token.key) &&
    !isArticleOfName(search, at)
  )
    return null
  const name = readName(search, at, { strict: true })
  if (!name) return null
  const words = tokens.slice(name.from, name.to).filter((word) => isCapital(word) && ((word.flags & particle) === 0 || (word.flags & first) !== 0))
  if (words.length === 0) return null
  if (hasCivility) return name
  const head = words[0]!
  if (!isSpeaker && /^ {0,2}[:=]/.test(text.slice(tokens[name.to - 1]!.end, tokens[name.to - 1]!.end + 3))) return null
  if ((head.flags & (never | placeNoun | role)) !== 0 && (head.flags & first) === 0 && !(words.length > 1 && (words.at(-1)!.flags & first) !== 0)) return null
  const isNamed = (flags: number) => (flags & common) === 0 || (flags & (first | surname)) !== 0
  if (
    !words.every(({ flags }, index) => isNamed(flags) || (index === 1 && ((head.flags & first) !== 0 || ((head.flags & common) === 0 && !isGeographic(head)))))
  )
    return null
  if (words.length === 1 && !tokens.slice(name.from, name.to).some((word) => isInitial(text, word))) {
    const next = tokens[name.to]
    const goesOn = next !== undefined && next.gap === 'space' && next.shape === 'lower'
    if ((head.flags & common) !== 0 && (head.flags & first) === 0) return head.shape === 'upper' && !goesOn ? name : null
    return goesOn && (head.flags & (first | surname)) === 0 ? null : name
  }
  return name
}

/** « Le Goff Anne »: an article of a surname, when what follows is no common word. */
const isArticleOfName = ({ tokens }: NameSearch, at: number): boolean => {
  const next = tokens[at + 1]
  return next !== undefined && isCapital(next) && (next.flags & (common | role | never | placeNoun)) === 0
}

/** Reads the people of « De : », « À : », « Cc : »: names before addresses in angle brackets, or alone. */
function readAddressees(search: NameSearch, valueStart: number): void {
  const { text } = search
  const lineEnd = text.indexOf('\n', valueStart)
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, valueStart + 2000)
  // A surname and a first name may have a comma between them, in quotes.
  for (const { 0: part, index } of text.slice(valueStart, end).matchAll(/ *"[^"\n]{1,80}"[^,;]{0,100}|[^,;]+/g)) {
    const at = tokenFrom(search, valueStart + index)
    const token = search.tokens[at]
    if (!token || token.start >= valueStart + index + part.length) continue
    if (/^[^\p{L}]*"?\p{L}+(?:[ '-]\p{L}+)*, ?\p{L}/u.test(part) && part.includes('"')) {
      const name = readName(search, at, { strict: true })
      const next = name && readName(search, name.to, { strict: true })
      if (name && next) {
        addName(search, { from: name.from, to: next.to, confidence: 0.9, reason: 'person.mail' })
        continue
      }
    }
    const name = nameOfItem(search, at)
    if (name) addName(search, { ...name, confidence: 0.9, reason: 'person.mail' })
  }
}

/** Reads the people of « Présents : » on the line, then of the lines below up to an empty line. */
function readList(search: NameSearch, valueStart: number): void {
  const { text } = search
  let lineStart = valueStart
  for (let count = 0; count < 200; count++) {
    const found = text.indexOf('\n', lineStart)
    const lineEnd = found < 0 ? text.length : found
    const line = text.slice(lineStart, Math.min(lineEnd, lineStart + 4000))
    const isEmpty = line.trim() === ''
    // Items of a list may have an empty line between them.
    const goesOn = isEmpty && /^\n? {0,3}[-•*·]/.test(text.slice(lineEnd, lineEnd + 6))
    if (count > 0 && ((isEmpty && !goesOn) || /^[^,;]{2,40} ?:/.test(line.replace(/^[\s•*-]+/, '')))) return
    if (!isEmpty) readItems(search, lineStart, line)
    // A list on its line ends there, unless the next line is one of its items.
    const next = text.slice(lineEnd + 1, lineEnd + 4)
    if (count === 0 && !isEmpty && !/[,;] *$/.test(line) && !/^\n? {0,2}[-•*·]/.test(next)) return
    if (found < 0) return
    lineStart = lineEnd + 1
  }
}

function readItems(search: NameSearch, lineStart: number, line: string): void {
  for (const { 0: item, index } of line.matchAll(/(?:[^,;(]|\([^)]{0,120}\)?)+/g)) {
    const start = lineStart + index
    let at = tokenFrom(search, start)
    const token = search.tokens[at]
    if (!token || token.start >= start + item.length) continue
    if (token.key === 'et') at++
    const name = nameOfItem(search, at)
    if (!name) continue
    const confidence = name.to - name.from > 1 ? 0.9 : 0.75
    addName(search, { ...name, confidence, reason: 'person.list' })
    findListed(search, name.to)
    for (const bracket of item.matchAll(/\((?:[^()]{0,40}(?:pouvoir|procuration|représentée?|remplacée?|suppléée?)[^()]{0,20}? (?:à|par) )/giu)) {
      const inner = nameOfItem(search, tokenFrom(search, start + bracket.index + bracket[0].length))
      if (inner) addName(search, { ...inner, confidence: 0.85, reason: 'person.list' })
    }
  }
}

/** Names of one row of a table, or of one line of a form, with their parts in two cells. */
export const joinedParts = (names: readonly FoundName[]): Map<number, { last?: FoundName; first?: FoundName }> => {
  const rows = new Map<number, { last?: FoundName; first?: FoundName }>()
  for (const name of names) {
    if (name.row === undefined || !name.part) continue
    const row = rows.get(name.row) ?? {}
    row[name.part] ??= name
    rows.set(name.row, row)
  }
  return rows
}
