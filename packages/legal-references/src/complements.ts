import { readText, type Antecedents, type CodeNames, type NamedText } from './texts.ts'
import { skipSubdivisions, type ArticleList } from './lists.ts'
import type { Token } from './tokens.ts'

/** Nouns of texts that are no law: an article « de la convention », « du règlement intérieur », « du présent arrêté ». */
export const foreignNouns =
  /^(?:conventions?|contrats?|marches?|statuts?|reglements?|arretes?|deliberations?|cahiers?|cctp|ccap|ccag|ccatp|plu|plui|pos|plh|scot|charte|chartes|bail|baux|bordereau|catalogues?|devis|lots?|acte|actes|protocoles?|accords?|police|avenants?|annexes?|plan|plans|programme|notice|decisions?|circulaires?|instructions?|dossier|projet|proposition|documents?|guide|note|rapport|budget|dpgf|bpu|rc|ae|dce|presente?|presents|presentes|directives?|traites?|pacte|licence|cgv|cgu|journal|presse|blog|magazine|bulletin|collectivite|commune|reglementation|tarif|tarifs|concession|delegation|dsp|pv|proces|promesse|compromis|testament|jugement|arret|ordonnance|loi|decret|norme|nf|iso|dtu|site)$/

type Scope = { tokens: readonly Token[]; names: CodeNames; before: Antecedents }

const adverbs = /^(?:nouveau|nouvel|ancien|precites?|susvises?|susmentionnes?|modifies?|inclus|compris|notamment)$/

/** Returns the index after « du », « de la », « de l' », « dans le », « ( »; null when no such word begins at `at`. */
function skipLink(tokens: readonly Token[], at: number): number | null {
  const word = tokens[at]?.text
  if (word === 'du' || word === 'des' || word === 'au' || word === 'aux') return at + 1
  if (word === 'dudit' || word === 'desdits' || word === 'audit') return at
  if (word !== 'de' && word !== 'd' && word !== 'dans' && word !== 'a') return null
  const next = tokens[at + 1]?.text
  if (next === 'la' || next === 'le' || next === "'") return at + 2
  return next === 'l' && tokens[at + 2]?.text === "'" ? at + 3 : at + 1
}

/**
 * Finds the text to which the articles of a list belong, named after them. `'foreign'`: a text that is no law. Null: none is named there.
 */
export function findComplement({ tokens, names, before }: Scope, list: ArticleList): NamedText | 'foreign' | null {
  let end = list.end
  const read = (at: number): NamedText | 'foreign' | null => {
    const link = skipLink(tokens, at)
    if (link !== null) {
      const text = readText(tokens, link, names, before)
      if (text !== null) return text
      return foreignNouns.test(tokens[link]?.text ?? '') || foreignNouns.test(tokens[link + 1]?.text ?? '') ? 'foreign' : null
    }
    // « L. 2121-29 CGCT », « L. 2121-29 (CGCT) », « L. 2121-29, CGCT ».
    const start = /^[,(]$/.test(tokens[at]?.text ?? '') ? at + 1 : at
    const name = names.read(tokens, start)
    if (name === null) return null
    const isOwnLater = start > at && isFollowedByArticles(tokens, name.end)
    return isOwnLater ? null : { code: name.code.id, end: name.end, kind: 'code', isAnaphora: false }
  }
  for (let step = 0; step < 3; step += 1) {
    const found = read(end)
    if (found !== null) return found === 'foreign' ? found : closeParenthesis(tokens, end, found)
    const skipped = skipSubdivisions(tokens, end)
    const comma = tokens[skipped]?.text === ',' ? skipped + 1 : skipped
    const adverb = adverbs.test(tokens[comma]?.text ?? '') ? comma + 1 : comma
    const next = tokens[adverb]?.text === ',' && adverb > comma ? adverb + 1 : adverb
    if (next === end) return null
    end = next
  }
  return null
}

/** Whether a name is that of the articles after it: « article L. 1, code pénal, article 2 ». */
function isFollowedByArticles(tokens: readonly Token[], at: number): boolean {
  const start = /^[,(]$/.test(tokens[at]?.text ?? '') ? at + 1 : at
  return /^(?:art|arts|articles?)$/.test(tokens[start]?.text ?? '')
}

/** Takes in the closing parenthesis of « L. 2121-29 (CGCT) », and the acronym of « du code … (CGCT) ». */
function closeParenthesis(tokens: readonly Token[], start: number, text: NamedText): NamedText {
  if (tokens[start]?.text === '(' && tokens[text.end]?.text === ')') return { ...text, end: text.end + 1 }
  return text
}

const linking =
  /^(?:,|;|:|\(|\)|'|-|et|ou|l|le|la|les|de|du|des|a|au|aux|d|en|ainsi|que|puis|ses|son|leur|leurs|notamment|particulier|specialement|specifiquement|dans|sur|par|ancien|nouvel|nouveau|vu|selon|precitee?|susvisee?|modifiee?|premier|deuxieme|troisieme|alinea|i|ii|iii|iv|v|vi|°)$/
const maxGap = 12

/**
 * Returns how two places of a text are joined: `'tight'` when only words that link lie between them, `'loose'` when a visa (« vu ») does too, null when
 * anything else does.
 */
export function gapBetween(tokens: readonly Token[], from: number, to: number): 'tight' | 'loose' | null {
  if (to < from || to - from > maxGap) return null
  let gap: 'tight' | 'loose' = 'tight'
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]!
    const isRank = token.kind === 'number' && tokens[at + 1]?.text === '°'
    if (!isRank && !linking.test(token.text)) return null
    if (token.text === 'vu') gap = 'loose'
  }
  return gap
}

/** Returns the index of the first word of « l'article », « ses articles », « de l'ancien article ». */
export function skipOpening(tokens: readonly Token[], at: number): number {
  let start = at
  while (start > 0 && start > at - 4 && /^(?:l|les|'|ses|son|de|des|du|aux|a|ancien|nouvel)$/.test(tokens[start - 1]!.text)) start -= 1
  return start
}

const maxSentence = 80

/** Whether no sentence ends between two indexes. A point ends one before a capital, unless a single letter or an abbreviation precedes it. */
export function isSameSentence(tokens: readonly Token[], from: number, to: number): boolean {
  if (to < from || to - from > maxSentence) return false
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]!
    if (token.kind === 'break' || token.text === '!' || token.text === '?') return false
    const next = tokens[at + 1]
    const isAbbreviated = tokens[at - 1]?.kind === 'word' && tokens[at - 1]!.text.length <= 4
    if (token.text === '.' && next?.isSpaced === true && next.isCapital && !isAbbreviated) return false
  }
  return true
}
