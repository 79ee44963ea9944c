import type { Source } from '@parvis/contract'
import {
  choosePassages,
  COMMON_GROUND,
  COMPARABLE,
  joinNeighbours,
  MOST_ASKS,
  RELEVANCE_FLOOR,
  STORY_RELEVANCE_FLOOR,
  type Ask,
  type Hit,
} from '@parvis/french-search'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { scopeQuery, type SearchScope } from '../../documents/queries.ts'
import { sourceDateColumns, sourceDates } from '../../documents/source-dates.ts'
import { sectionOf } from '../../documents/reading/read-text.ts'
import { branchesIn, branchFactor } from '../civil-service.ts'

/** Sources of one answer: few for the model that quotes, as many as have room for a model that reads. */
const fewestSources = 5
const mostSources = 24
/** Estimated tokens of a source with its neighbours. */
const tokensPerSource = 500
const hitsAsked = 80
const nearestDocuments = 3
/** Under this share of the best score, a passage is not near any more. */
const stillNear = 0.3
/** A model that reads gets the best passage of many documents before more of the first ones. */
const comparableForReader = 0.4

export type NearDocument = Pick<Source, 'document_id' | 'document'>

type SearchedSources = {
  /** Numbered from 1, best first; empty when nothing is near enough. */
  sources: Source[]
  /** The nearest documents, best first. */
  nearest: NearDocument[]
  /** Questions of the message beyond those that are searched at once. */
  unsearched: string[]
}

/**
 * Looks for passages in a part of the library; rights are those of this very moment (trust cases ACC-13, ACC-14). A language model
 * reads what is near and decides; for the one that only quotes, a passage must pass the relevance floor.
 * @param room tokens (estimated) that the passages may take
 */
export async function searchSources(context: Context, scope: SearchScope, asks: readonly Ask[], room: number): Promise<SearchedSources> {
  const found = await context.retrieval.search(context.db, { question: asks, scope: scopeQuery(scope), limit: hitsAsked })
  const described = await describe(context, scope, found)
  const names = new Map([...described].map(([id, { document }]) => [id, document]))
  const hits = weighedByTitle(found, asks, names, context.retrieval.subjectWords)
  const { builtIn } = context.llm
  const answers = builtIn ? hits.filter(({ relevance, ask }) => relevance >= floorOf(asks[ask], context.retrieval.subjectWords)) : near(hits)
  const once = answers.filter(({ text }, rank) => answers.findIndex((other) => other.text === text) === rank)
  // Each thing asked has a source, however many they are.
  const fewest = Math.max(fewestSources, new Set(once.map(({ ask }) => ask)).size)
  const most = builtIn ? fewest : Math.min(mostSources, Math.max(fewest, Math.floor(room / tokensPerSource)))
  const chosen = chosenForEach(once, most, builtIn ? COMPARABLE : comparableForReader)
  const sources = await asSources(context, scope, chosen, room, most)
  const nearest = [...new Set(hits.map(({ document_id }) => document_id))]
    .flatMap((document_id): NearDocument[] => (names.has(document_id) ? [{ document_id, document: names.get(document_id)! }] : []))
    .slice(0, nearestDocuments)
  return { sources, nearest, unsearched: asks.slice(MOST_ASKS).map(({ question }) => question) }
}

/** Words of subject from which a question is judged by itself, whatever is told around it. */
const tellsItsSubject = 3

const floorOf = (ask: Ask | undefined, subjectWords: (text: string) => number): number =>
  ask === undefined || ask.inContext === ask.question || subjectWords(ask.question) >= tellsItsSubject ? RELEVANCE_FLOOR : STORY_RELEVANCE_FLOOR

/** Words of a title that the question does not have: fewer tell nothing, more make no difference. */
const fewestOwnWords = 3
const mostOwnWords = 4
/** By how much each lowers a passage: a sheet about a particular case comes after the general one. */
const particularity = 0.03

/** Weight of a document by the words that its title adds to the question: « Une enseignante peut-elle décaler son congé… » is a particular case. */
const generality = (question: string, title: string, subjectWords: (text: string) => number): number =>
  1 - particularity * Math.min(Math.max(subjectWords(`${question}. ${title}`) - subjectWords(question) - fewestOwnWords, 0), mostOwnWords)

/** The hits weighed by the branch of the civil service that their titles name, and by how general the document is; best first. */
function weighedByTitle(hits: readonly Hit[], asks: readonly Ask[], names: ReadonlyMap<string, string>, subjectWords: (text: string) => number): Hit[] {
  // Once for each: with what was said before, a question is long.
  const branches = asks.map(({ inContext }) => branchesIn(inContext))
  const none = branchesIn('')
  const generalities = new Map<string, number>()
  const generalityOf = ({ ask, document_id }: Hit): number => {
    const key = `${ask} ${document_id}`
    const known = generalities.get(key)
    if (known !== undefined) return known
    const name = names.get(document_id) ?? ''
    const found = generality(asks[ask]?.inContext ?? '', name, subjectWords)
    generalities.set(key, found)
    return found
  }
  return hits
    .map((hit) => {
      const titles = [names.get(hit.document_id) ?? '', ...hit.section_path].join(' ')
      const branch = branchFactor(branches[hit.ask] ?? none, titles)
      return { ...hit, score: hit.score * branch * generalityOf(hit), relevance: hit.relevance * branch }
    })
    .sort((a, b) => b.score - a.score)
}

/** What is near each thing asked, down to a share of its best; nothing where even the best has no common ground with it. */
function near(hits: readonly Hit[]): Hit[] {
  const best = new Map<number, { score: number; peak: number }>()
  for (const { ask, score, peak } of hits) {
    const former = best.get(ask) ?? { score: 0, peak: 0 }
    best.set(ask, { score: Math.max(former.score, score), peak: Math.max(former.peak, peak) })
  }
  return hits.filter(({ ask, score }) => best.get(ask)!.peak >= COMMON_GROUND && score >= stillNear * best.get(ask)!.score)
}

/** The passages of each thing asked, shared out so that none is left over to be cut off, the best first. */
function chosenForEach(hits: readonly Hit[], most: number, comparable: number): Hit[] {
  const asks = new Set(hits.map(({ ask }) => ask))
  const chosen = new Set(
    [...asks].flatMap((wanted, at) =>
      choosePassages(
        hits.filter(({ ask }) => ask === wanted),
        Math.ceil((most - at) / asks.size),
        comparable,
      ),
    ),
  )
  return hits.filter((hit) => chosen.has(hit))
}

/** The best passages of each thing asked before more of any: where room is short, none takes all of it from the others. */
function inTurn(hits: readonly Hit[]): readonly Hit[] {
  const own = [...Map.groupBy(hits, ({ ask }) => ask).values()]
  if (own.length < 2) return hits
  const each = Math.ceil(fewestSources / own.length)
  const first = Array.from({ length: each }, (_, rank) => own.flatMap((ranking) => ranking[rank] ?? [])).flat()
  return [...new Set([...first, ...hits])]
}

async function asSources(context: Context, scope: SearchScope, hits: readonly Hit[], room: number, most: number): Promise<Source[]> {
  const excerpts = joinNeighbours(inTurn(hits), room).slice(0, most)
  const described = await describe(context, scope, excerpts)
  // A document deleted since it was found has no name any more: it is not quoted.
  return excerpts
    .filter(({ document_id }) => described.has(document_id))
    .map(({ document_id, positions, page_from, page_to, section_path, text, score }, index) => ({
      number: index + 1,
      document_id,
      ...described.get(document_id)!,
      page: page_from,
      ...(page_from !== null && page_to !== null && page_to > page_from && { page_to }),
      section: sectionOf(section_path),
      extract: text,
      score: Math.round(score * 1_000) / 1_000,
      passage_id: positions.length === 1 ? `${positions[0]}` : `${positions[0]}-${positions.at(-1)}`,
    }))
}

type Described = Pick<Source, 'document' | 'version_date' | 'collection' | 'upload_date'>

/** The name and the dates of each document, by id. */
async function describe(context: Context, scope: SearchScope, found: readonly { document_id: string }[]): Promise<Map<string, Described>> {
  if (found.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('document')
    .where('id', 'in', [...new Set(found.map(({ document_id }) => document_id))])
    .where(sql<boolean>`id in (${scopeQuery(scope)})`)
    .select(['id', 'original_filename', ...sourceDateColumns])
    .execute()
  return new Map(rows.map(({ id, original_filename, ...dates }) => [id, { document: original_filename, ...sourceDates(dates) }]))
}
