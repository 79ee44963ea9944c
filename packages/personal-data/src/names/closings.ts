import { common, first, never, particle, placeNoun, role, surname } from './lexicon.ts'
import { nameOfItem, tokenFrom } from './fields.ts'
import { addName, follows, isCapital, isInitial, readName, type NameSearch } from './name-search.ts'

const closing =
  /(?:cordialement|salutations|sentiments|bien à (?:vous|toi)|bonne (?:journée|soirée|réception|fin de|continuation)|bon (?:week-end|courage|après-midi)|amicalement|amitiés|bises|respectueusement|sincèrement|remerciements|merci(?: d'avance| beaucoup| à tous| de votre .{1,40})?|à (?:bientôt|vous lire|votre disposition|plus|demain|lundi)|courtoisement|dévou[ée]e?s?|considération|attente de votre .{1,60}|bonne journ[ée]e|bien [àa] vous)[ ,.!]*$/iu

/** A closing formula before a name on the same line: « Bises, Léa ». */
const inlineClosing =
  /(?:^|[\s.,!?])(?:bises|bisous|cordialement|cdt|amicalement|amitiés|bien à (?:toi|vous)|merci(?: d'avance| beaucoup)?|bonne (?:journée|soirée|réception)|bon week-end|à (?:bientôt|demain|lundi)) ?[,.!-]? {0,2}$/iu

/** Lines after a closing formula where a signature may be. */
const maxLines = 4

/** Finds signatures: a name alone on its line, above all after a closing formula, and the name that begins a line of contact details. */
export function findSignatures(search: NameSearch): void {
  const { text, tokens } = search
  let sinceClosing = maxLines + 1
  let at = 0
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    while (at < tokens.length && tokens[at]!.start < start) at++
    const line = text.slice(start, Math.min(end, start + 200))
    if (/\p{L}/u.test(line)) {
      sinceClosing++
      if (tokens[at] && tokens[at]!.start < end) readLine(search, at, end, sinceClosing <= maxLines)
      readInlineSignature(search, end)
      if (line.length < 160 && closing.test(line.slice(-80).trim())) sinceClosing = 0
    }
    if (found < 0) break
    start = end + 1
  }
}

/** Reads the name that ends a line after a closing formula. */
function readInlineSignature(search: NameSearch, lineEnd: number): void {
  const { text, tokens } = search
  const to = tokenFrom(search, lineEnd)
  for (let from = Math.max(0, to - 3); from < to; from++) {
    const token = tokens[from]!
    if (!isCapital(token) || search.taken[from] !== 0 || !/^[\s.!]*$/.test(text.slice(tokens[to - 1]!.end, lineEnd))) continue
    if (!inlineClosing.test(text.slice(Math.max(0, token.start - 40), token.start))) continue
    const isKnown = (token.flags & first) !== 0 || ((token.flags & (common | never)) === 0 && to - from > 1)
    if (isKnown) addName(search, { from, to, confidence: 0.7, reason: 'person.signature' })
    return
  }
}

function readLine(search: NameSearch, at: number, lineEnd: number, isSigned: boolean): void {
  const { text, tokens } = search
  const name = nameOfItem(search, at, true)
  if (!name) return
  const run = tokens.slice(name.from, name.to)
  const last = run.at(-1)!
  const rest = text.slice(last.end, lineEnd)
  const isAlone = /^[\s.,]*$/.test(rest)
  const lead = text.slice(text.lastIndexOf('\n', tokens[at]!.start) + 1, tokens[at]!.start)
  if (/[^\s>*_"'«()[\]\d:h.,/-]/.test(lead)) return
  const words = run.filter(isCapital)
  const hasInitial = run.some((token) => isInitial(text, token))
  const isPlain = words.every(({ flags }) => (flags & (common | never | role | placeNoun)) === 0)
  const named = words.some(({ flags }) => (flags & (first | surname)) !== 0)
  // The speaker of a transcript: « [10:32] Aminata : … ».
  if (/^ ?(?:\([^)\n]{0,30}\))? ?: ?/.test(rest) && isPlain && (words.length > 1 ? named || /\d/.test(lead) : (words[0]!.flags & first) !== 0))
    addName(search, { ...name, confidence: 0.65, reason: 'person.speaker' })
  else if (isAlone && isSigned && (isPlain || (words[0]!.flags & (first | surname)) !== 0))
    addName(search, { ...name, confidence: 0.8, reason: 'person.signature' })
  else if (isAlone && words.length + (hasInitial ? 1 : 0) > 1 && isPlain && (named || hasInitial))
    addName(search, { ...name, confidence: 0.65, reason: 'person.line' })
  else if (words.length > 1 && isPlain && /^ {0,2}(?:[|,(]|- |☎|T[ée]l)/i.test(rest) && named)
    addName(search, { ...name, confidence: 0.6, reason: 'person.line' })
}

/** Finds names by what follows them: « Thi Lan Pham a écrit : », « Hakan, né le », « QUÉMÉNEUR SOAZIG, infirmière, née le ». */
export function findByFollowing(search: NameSearch): void {
  const { text, tokens, taken } = search
  const after = /(?:a écrit ?:|(?<!\p{L})née?(?:\(e\))? (?:le|à|en) |(?<!\p{L})née? \p{Lu}\p{L}+ le )/gu
  for (const { index, 0: cue } of text.matchAll(after)) {
    const head = text.slice(Math.max(0, index - 70), index)
    const cut = Math.max(
      head.lastIndexOf('\n'),
      head.lastIndexOf(';'),
      head.lastIndexOf('. '),
      head.lastIndexOf(' et '),
      head.lastIndexOf(':'),
      head.lastIndexOf('|'),
    )
    const from = Math.max(0, index - 70) + cut + 1
    let at = tokenFrom(search, from)
    for (let count = 0; at < tokens.length && tokens[at]!.start < index && count < 12; at++, count++) {
      const token = tokens[at]!
      if (taken[at] !== 0) break
      if (!isCapital(token) || (token.flags & (never | role | placeNoun)) !== 0) continue
      if ((token.flags & particle) !== 0 && token.startsSentence && token.shape === 'capital' && !follows(tokens[at + 1] ?? token)) continue
      const name = readName(search, at, { strict: true, maxWords: 5 })
      if (!name) continue
      const words = tokens.slice(name.from, name.to)
      const isName = words.some(({ flags }) => (flags & common) === 0 || (flags & (first | surname)) !== 0)
      const isSingle = words.length === 1
      const between = text.slice(words.at(-1)!.end, index)
      const isClose = isSingle
        ? /^[ ,(]*$/.test(between) && ((token.flags & first) !== 0 || (token.flags & common) === 0)
        : !cue.startsWith('a') || between.trim() === ''
      if (isName && isClose) {
        addName(search, { ...name, confidence: 0.8, reason: 'person.following' })
        break
      }
      at = name.to - 1
    }
  }
}
