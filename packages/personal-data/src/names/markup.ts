import { nameOfItem, tokenFrom } from './fields.ts'
import { labelKind } from './labels.ts'
import { common, first, never, particle, placeNoun, role, surname } from './lexicon.ts'
import { addName, follows, isCapital, readName, type NameSearch } from './name-search.ts'

/** An element with a short text and no child, as in an XML export. */
const element = /<([\p{L}_][\p{L}\d_.:-]{1,40})(?: [^<>]{0,200})?>([^<>\n]{2,80})<\//gu

/** Finds names in the elements of an export, « <nom>Durand</nom> », and after « Nom » or « Prénom » without a colon. */
export function findInMarkup(search: NameSearch): void {
  const { text, tokens } = search
  if (text.includes('</'))
    for (const { 0: whole, 1: tag = '', 2: value = '', index } of text.matchAll(element)) {
      const kind = labelKind(tag.split(':').at(-1)!)
      if (kind !== 'last' && kind !== 'first' && kind !== 'full') continue
      const start = index + whole.length - value.length - 2
      const from = tokenFrom(search, start)
      const name = kind === 'full' ? nameOfItem(search, from) : readName(search, from, { strict: true })
      if (name && tokens[name.to - 1]!.end <= start + value.length) addName(search, { ...name, confidence: 0.85, reason: 'person.element' })
    }
  for (let at = 0; at < tokens.length - 1; at++) {
    const { key, shape } = tokens[at]!
    if (shape === 'lower' || (key !== 'nom' && key !== 'prenom')) continue
    const next = tokens[at + 1]!
    if (!follows(next) || !isCapital(next) || (next.flags & (never | role | placeNoun | particle)) !== 0) continue
    if ((next.flags & (common | first | surname)) === common && next.shape !== 'upper') continue
    const name = readName(search, at + 1, { strict: true })
    if (name) addName(search, { ...name, confidence: 0.7, reason: 'person.label' })
  }
}

/** Finds the other surname in brackets after a name: « KERVELLA (OLLIVIER) Léa », « M. Petit (Joël) ». */
export function findInBrackets(search: NameSearch): void {
  const { text, tokens, names } = search
  for (const { to } of names.slice()) {
    const token = tokens[to]
    if (!token || !isCapital(token) || text.slice(tokens[to - 1]!.end, token.start) !== ' (' || text[token.end] !== ')') continue
    const isListed = (token.flags & (first | surname)) !== 0 && (token.flags & (common | never)) === 0
    if (!isListed) continue
    addName(search, { from: to, to: to + 1, confidence: 0.7, reason: 'person.brackets' })
    // « KERVELLA (OLLIVIER) Léa »: the first name is after the bracket.
    const next = tokens[to + 1]
    if (next && text.slice(token.end, next.start) === ') ' && next.shape === 'capital' && (next.flags & first) !== 0) {
      const name = readName(search, to + 1, { strict: true })
      if (name) addName(search, { ...name, confidence: 0.7, reason: 'person.brackets' })
    }
  }
}
