import { makeReferences, setMention, type LegalReference, type Mention, type ReadingState } from './reading-state.ts'
import { builtInNames, createCodeNames, type NamedText } from './texts.ts'
import { legalCodes, type LegalCode } from './codes.ts'
import { readAct, readNextAct, readRegulation, type Act } from './acts.ts'
import { findComplement, foreignNouns, gapBetween, isSameSentence, skipOpening } from './complements.ts'
import { readList, type ArticleList } from './lists.ts'
import { tokenize, type Token } from './tokens.ts'

export type FindOptions = {
  /** Codes to recognise besides those of this package. */
  codes?: readonly LegalCode[]
}

const builtInPlain = new Set(legalCodes.filter(({ isPlain }) => isPlain).map(({ id }) => id))

/**
 * Finds the references to law of a French text, in the order of the text. Articles of contracts, statutes, local regulations or of the act itself are not
 * references. Time grows in proportion to the length of the text.
 */
export function findReferences(text: string, { codes }: FindOptions = {}): LegalReference[] {
  const tokens = tokenize(text)
  const names = codes === undefined || codes.length === 0 ? builtInNames : createCodeNames(codes)
  const plainCodes = new Set([...builtInPlain, ...(codes ?? []).filter(({ isPlain }) => isPlain).map(({ id }) => id)])
  const isCode = (at: number) => names.read(tokens, at) !== null
  const state: ReadingState = {
    tokens,
    names,
    isCode,
    plainCodes,
    found: [],
    before: {},
    mention: null,
    articles: null,
    pending: [],
    pendingEnd: -1,
    actDates: new Map(),
  }
  for (let at = 0; at < tokens.length;) at = Math.max(at + 1, readAt(state, at))
  return state.found.map(({ endToken: _, ...reference }) => reference).sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Reads what begins at one token; returns the index where reading goes on. */
function readAt(state: ReadingState, at: number): number {
  const { tokens } = state
  const token = tokens[at]!
  if (token.kind !== 'word') return at + 1
  if (token.text === 'article' || token.text === 'articles' || token.text === 'art' || token.text === 'arts') return readArticles(state, at)
  const act = readAct(tokens, at)
  if (act !== null) return addAct(state, act, at)
  const regulation = readRegulation(tokens, at)
  if (regulation !== null) return addWhole(state, { code: 'RGPD', start: at, end: regulation, kind: 'code' })
  const bare = readBare(state, at)
  if (bare !== null) return bare
  const name = state.names.read(tokens, at)
  if (name === null) return at + 1
  setMention(state, { code: name.code.id, start: at, end: name.end, kind: 'code', isWeak: token.text.length <= 3 })
  return name.end
}

/** « art » is a word of its own; « art. 5 » and « art L. 5 » are articles. */
function skipArticleWord(state: ReadingState, at: number): number | null {
  const { tokens } = state
  const token = tokens[at]!
  const next = tokens[at + 1]
  if (token.text === 'art' || token.text === 'arts') {
    if (next?.text === '.') return at + 2
    return tokens[at - 1]?.text === "'" && tokens[at - 2]?.text === 'd' ? null : at + 1
  }
  return next?.text === '.' ? at + 2 : at + 1
}

function readArticles(state: ReadingState, at: number): number {
  const { tokens } = state
  const start = skipArticleWord(state, at)
  if (start === null) return at + 1
  const list = readList(tokens, start, tokens[at]!.text.endsWith('s') || tokens[at]!.text === 'art', state.isCode)
  if (list === null || !isArticleList(tokens, list, start)) return readAnaphora(state, at)
  return addArticles(state, list, at)
}

/** Refuses « l'article a 3 pages »: a small letter that neither has a point nor touches its number. */
const isArticleList = (tokens: readonly Token[], { first }: ArticleList, start: number): boolean =>
  first.series === '' || first.isMarked || first.isCapital || (tokens[start]!.text !== 'a' && first.number.includes('-'))

function addArticles(state: ReadingState, list: ArticleList, at: number): number {
  const { tokens } = state
  const after = findComplement(state, list)
  if (after === 'foreign') {
    state.articles = null
    state.pending = []
    return list.end
  }
  const begin = skipOpening(tokens, at)
  const beside = state.mention !== null && gapBetween(tokens, state.mention.end, begin) === 'tight' ? state.mention : null
  const context = after ?? (beside === null ? null : { code: beside.code, end: list.end })
  if (after !== null) return emit(state, list, { begin: at, end: after.end, code: after.code, named: after })
  if (context !== null && (list.hasSeries ? !beside!.isAct : beside!.isPlain))
    return emit(state, list, { begin: frontOf(state, beside!, at), end: list.end, code: beside!.code, named: null })
  return emitInferred(state, list, at)
}

/** Index where a reference begins: at the name of its code when only marks lie between, as in « CGCT, art. L. 2223-19 ». */
function frontOf({ tokens, found }: ReadingState, mention: Mention, at: number): number {
  if (mention.isUsed) return at
  for (let index = mention.end; index < at; index += 1) if (!/^[,:(;)]$/.test(tokens[index]!.text)) return mention.isAct ? at : skipToCode(tokens, mention, at)
  if (mention.isAct && found.at(-1)?.endToken === mention.end) found.pop()
  return mention.start
}

/** « code général de la fonction publique, notamment ses articles L. 712-1 »: the code belongs to the reference. */
const skipToCode = (tokens: readonly Token[], mention: Mention, at: number): number =>
  tokens.slice(mention.end, at).some(({ text }) => text === 'notamment' || text === 'ses' || text === 'son') ? mention.start : at

type Emission = { begin: number; end: number; code: string | null; named: NamedText | null }

function emit(state: ReadingState, list: ArticleList, { begin, end, code, named }: Emission): number {
  const { tokens } = state
  if (code === null && !list.hasSeries) return list.end
  const references = makeReferences(tokens, list, { begin, end, code, isInferred: false })
  const isNext = state.pending.length > 0 && gapBetween(tokens, state.pendingEnd, skipOpening(tokens, begin)) !== null
  if (named !== null && isNext && code !== null)
    for (const { reference: earlier, isReported } of state.pending) {
      earlier.code = code
      if (!isReported) state.found.push(earlier)
    }
  state.pending = []
  state.found.push(...references)
  state.articles = { references, at: end }
  if (named === null) return end
  if (named.code !== null) {
    if (!named.isAnaphora) setMention(state, { code: named.code, start: begin, end, kind: named.kind, isWeak: false })
    state.mention = {
      code: named.code,
      start: begin,
      end,
      isPlain: named.kind !== 'code' || state.plainCodes.has(named.code),
      isAct: named.kind !== 'code',
      isUsed: true,
    }
  }
  return readContinuation(state, end, named)
}

/** Cites articles that have no code beside them: the one of the sentence for plain numbers, the last code named for the others. */
function emitInferred(state: ReadingState, list: ArticleList, at: number): number {
  const { tokens } = state
  const previous = state.found.at(-1)
  const joined = previous !== undefined && gapBetween(tokens, previous.endToken, skipOpening(tokens, at)) === 'tight'
  const isPossessive = /^(?:son|ses|leur|leurs)$/.test(tokens[at - 1]?.text ?? '')
  const sentence = state.mention !== null && isSameSentence(tokens, state.mention.end, at) ? state.mention : null
  const isReported = list.hasSeries
    ? list.first.number.includes('-') || sentence !== null || state.before.code !== undefined
    : (isPossessive && sentence !== null) || (joined && previous.code !== null && sentence?.isPlain === true)
  const code = list.hasSeries ? (state.before.code ?? null) : isPossessive ? (sentence?.code ?? null) : (previous?.code ?? null)
  const end = list.end
  const references = makeReferences(tokens, list, { begin: at, end, code, isInferred: true })
  const isNext = state.pending.length > 0 && gapBetween(tokens, state.pendingEnd, skipOpening(tokens, at)) !== null
  if (!isNext) state.pending = []
  if (isReported) {
    state.found.push(...references)
    state.articles = { references, at: end }
  } else state.articles = null
  state.pending.push(...references.map((reference) => ({ reference, isReported })))
  state.pendingEnd = end
  return end
}

/** « articles 1240 du code civil et 121-3 du code pénal »: numbers that follow a reference, with another code. */
function readContinuation(state: ReadingState, at: number, previous: NamedText): number {
  const { tokens } = state
  let start = at
  while (start < at + 4 && /^(?:et|ou|,|;|a|aux|de|des|l|')$/.test(tokens[start]?.text ?? '')) start += 1
  if (start === at || previous.end === at - 1) return at
  const list = readList(tokens, start, true, state.isCode)
  if (list === null || (list.first.series !== '' && !list.first.isMarked && !list.first.isCapital)) return at
  const after = findComplement(state, list)
  if (after === null || after === 'foreign' || after.code === null) return at
  return emit(state, list, { begin: start, end: after.end, code: after.code, named: after })
}

/** Words before a letter and a number that make them something else than an article: « parcelle », « dossier n° ». */
const objects =
  /^(?:ref|reference|dossier|n|no|numero|parcelle|parcelles|lot|lots|section|modele|piece|facture|devis|colis|vol|cable|serie|chambre|salle|bureau|place|route|rd|ligne|bus|fichier|version|batiment|quai|norme|bon|commande|page|annexe|chapitre|figure|tableau|plan|zone|secteur)$/

const isObject = (tokens: readonly Token[], at: number): boolean =>
  objects.test(tokens[at - 1]?.text ?? '') || (/^[°.:]$/.test(tokens[at - 1]?.text ?? '') && objects.test(tokens[at - 2]?.text ?? ''))

/** Reads an article without the word: « L. 481-1 à L. 481-3 du code de l'urbanisme », « CSP L3111-2 ». Null when there is none. */
function readBare(state: ReadingState, at: number): number | null {
  const { tokens } = state
  const token = tokens[at]!
  if (token.text.length > 2 || !/^(?:[lrda]|lo)$/.test(token.text)) return null
  const previous = tokens[at - 1]
  if (previous !== undefined && !token.isSpaced && /^[/@.\\=_&?-]$/.test(previous.text)) return null
  const list = readList(tokens, at, true, state.isCode)
  if (list === null || list.first.series === '') return null
  const after = findComplement(state, list)
  if (after === 'foreign') return list.end
  const isCapital = token.isUpper
  if (after !== null && after.code !== null && (isCapital || list.first.isMarked))
    return emit(state, list, { begin: at, end: after.end, code: after.code, named: after })
  const mention = state.mention
  if (mention !== null && !mention.isAct && gapBetween(tokens, mention.end, at) === 'tight' && isCapital)
    return emit(state, list, { begin: frontOf(state, mention, at), end: list.end, code: mention.code, named: null })
  if (!isCapital || !isPlausible(list) || isObject(tokens, at)) return null
  if (state.before.code === undefined && !(list.first.isMarked && /^\d{3,4}-\d{1,3}(?:-\d{1,2})*$/.test(list.first.number) && token.text !== 'a')) return null
  return emitInferred(state, list, at)
}

/** Whether a letter and a number alone look like an article: a hyphen, and no year before it. */
const isPlausible = ({ first }: ArticleList): boolean =>
  /^\d{2,4}-\d{1,3}(?:-\d{1,3})*(?: |$)/.test(first.number) && first.series !== 'A' && !/^(?:19[6-9]\d|20[0-3]\d)-/.test(first.number)

const determiners = /^(?:ledit|lesdits|dudit|desdits|audit|auxdits|cet|ces|meme|memes)$/
const pointing = /^(?:precites?|susvises?|susmentionnes?|susdits?|precedents?)$/
/** Tokens between a citation and « ledit article », at most. */
const maxAnaphora = 200

/** Reads « ledit article », « cet article », « le même article ». */
function readAnaphora(state: ReadingState, at: number): number {
  const { tokens, articles } = state
  const isPlural = tokens[at]!.text === 'articles'
  if (tokens[at]!.text.length < 7) return at + 1
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const isPointing = pointing.test(after?.text ?? '')
  if (!determiners.test(before?.text ?? '') && !isPointing) return at + 1
  if (
    articles === null ||
    at - articles.at > maxAnaphora ||
    foreignNouns.test(after?.text === 'de' || after?.text === 'du' ? (tokens[at + 2]?.text ?? '') : '')
  )
    return at + 1
  if (/^(?:de|du|d)$/.test(after?.text ?? '')) return at + 1
  const { code, isInferred } = articles.references.at(-1)!
  const cited = (isPlural ? articles.references : articles.references.slice(-1)).flatMap((reference) => reference.articles)
  const begin = determiners.test(before?.text ?? '') ? at - 1 : at
  const end = isPointing ? at + 2 : at + 1
  state.found.push({ start: tokens[begin]!.start, end: tokens[end - 1]!.end, code, articles: isPlural ? cited : cited.slice(-1), isInferred, endToken: end })
  return end
}

function addAct(state: ReadingState, act: Act, at: number): number {
  const { tokens } = state
  // « la loi du 26 janvier 1984 », with a number given before.
  const code = (act.date === null ? undefined : state.actDates.get(`${act.kind} ${act.date}`)) ?? act.code
  if (act.date !== null) state.actDates.set(`${act.kind} ${act.date}`, code)
  addWhole(state, { code, start: at, end: act.end, kind: act.kind })
  const next = readNextAct(tokens, act.end, act.kind)
  return next === null ? act.end : addAct(state, next, next.start)
}

/** Adds a reference to a whole act. */
function addWhole(state: ReadingState, { code, start, end, kind }: { code: string; start: number; end: number; kind: NamedText['kind'] }): number {
  const { tokens } = state
  state.pending = []
  state.found.push({ start: tokens[start]!.start, end: tokens[end - 1]!.end, code, articles: [], isInferred: false, endToken: end })
  setMention(state, { code, start, end, kind, isWeak: false })
  return end
}
