import type { ArticleList } from './lists.ts'
import type { Antecedents, CodeNames, NamedText } from './texts.ts'
import type { Token } from './tokens.ts'

/** Reference to articles of a code or of an act, or to a whole act (`articles` is then empty). `start` and `end` count UTF-16 units of the text. */
export type LegalReference = {
  start: number
  end: number
  /** `CGCT`, `LOI-2025-1129`, `LOI-1905-12-09`. Null when the text names no code. */
  code: string | null
  /** Numbers with their series, ranges spelled out: `L2121-29`, `1`, `1639 A bis`. */
  articles: string[]
  /** The code is not beside the article: it is the one of the sentence or of the text. */
  isInferred: boolean
}

/** Reference with the index of the token after it. */
export type Found = LegalReference & { endToken: number }

/** Place where a code or an act is named. Indexes of tokens. `isUsed`: it stands after its articles, and is part of their reference. */
export type Mention = { code: string; start: number; end: number; isPlain: boolean; isAct: boolean; isUsed: boolean }

/** Progress of the reading of a text. */
export type ReadingState = {
  tokens: readonly Token[]
  names: CodeNames
  isCode: (at: number) => boolean
  plainCodes: ReadonlySet<string>
  found: Found[]
  before: Antecedents
  mention: Mention | null
  /** Last articles cited, for « ledit article »; null after those of a contract. */
  articles: { references: readonly LegalReference[]; at: number } | null
  /** References and plain numbers that wait for the code of the next one: « l'article 5 et l'article 7 du code pénal ». */
  pending: { reference: Found; isReported: boolean }[]
  pendingEnd: number
  actDates: Map<string, string>
}

/** Remembers the place where a code or an act is named. `isWeak`: a short acronym, which « ledit code » does not refer to (« CU » is also a certificate). */
export function setMention(
  state: ReadingState,
  { code, start, end, kind, isWeak }: { code: string; start: number; end: number; kind: NamedText['kind']; isWeak: boolean },
): void {
  state.mention = { code, start, end, isPlain: kind !== 'code' || state.plainCodes.has(code), isAct: kind !== 'code', isUsed: false }
  if (isWeak) return
  state.before[kind] = code
  state.before.any = code
}

type Placed = { begin: number; end: number; code: string | null; isInferred: boolean }

/** Makes one reference for each member of a list: the first begins at the word « article », the last ends with the name of the code. */
export function makeReferences(tokens: readonly Token[], { items }: ArticleList, { begin, end, code, isInferred }: Placed): Found[] {
  return items.map((item, index) => {
    const [first, last] = [index === 0 ? begin : item.start, index === items.length - 1 ? end : item.end]
    return { start: tokens[first]!.start, end: tokens[last - 1]!.end, code, articles: item.articles, isInferred, endToken: last }
  })
}
