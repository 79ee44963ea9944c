import * as z from 'zod/mini'
import { id } from '../../common.ts'
import { quote, source } from '../../events.ts'
import { route } from '../../route.ts'

export const changeKinds = ['added', 'removed', 'changed', 'moved'] as const

/** Text of a change in one of the two documents. `page` is absent when the format has no pages. */
const changeSide = z.object({ text: z.string(), page: z.optional(z.number()) })

const textChange = z.object({
  kind: z.enum(changeKinds),
  before: z.nullable(changeSide),
  after: z.nullable(changeSide),
  /** Heading above the change; null before the first. */
  section: z.nullable(z.string()),
  /** Words of a changed block, in order. Typography alone is `same`. */
  words: z.optional(z.array(z.object({ text: z.string(), kind: z.enum(['same', 'added', 'removed']) }))),
  /** Whether a changed block has also moved. */
  moved: z.optional(z.boolean()),
})
export type TextChange = z.infer<typeof textChange>

const changedFigure = z.object({
  before: z.string(),
  after: z.string(),
  /** Noun that a bare number counts: « jours ». */
  before_unit: z.optional(z.string()),
  after_unit: z.optional(z.string()),
  /** Row and column of a table, or the words around the figure, which `[…]` stands for. */
  label: z.optional(z.string()),
  /** Position in `changes` of the change that has this figure. */
  change: z.number(),
})
export type ChangedFigure = z.infer<typeof changedFigure>

const comparedDocument = z.object({ id, name: z.string() })

const documentPair = { before: id, after: id }

export const comparisons = {
  compare: route({
    method: 'POST',
    path: '/documents/compare',
    access: 'user',
    summary:
      'Ce qui change entre deux documents que l’on peut lire : `changes`, dans l’ordre du second, et `figures`, les nombres, montants, dates et durées remplacés. 422 pour un document et lui-même ; 409 tant qu’un des deux n’est pas lu.',
    body: z.object(documentPair),
    answer: z.object({
      before: comparedDocument,
      after: comparedDocument,
      changes: z.array(textChange),
      figures: z.array(changedFigure),
    }),
    changes: [],
  }),
  summary: route({
    method: 'POST',
    path: '/documents/compare/summary',
    access: 'user',
    summary:
      'Un résumé de ce qui change, écrit par un modèle du niveau des deux documents à partir des seuls passages qui changent. `sources` : les passages qu’il cite, des deux côtés ; `quotes` : la vérification de ses citations ; `left_out` : le nombre de changements qui ne tenaient pas. Rien n’est enregistré ; ses jetons comptent comme ceux d’une question.',
    body: z.object(documentPair),
    answer: z.object({ text: z.string(), sources: z.array(source), quotes: z.array(quote), left_out: z.number() }),
    changes: [],
  }),
  export: route({
    method: 'GET',
    path: '/documents/compare/export',
    access: 'user',
    kind: 'file',
    summary: 'Le second document en Word, avec ses modifications suivies par rapport au premier, précédé d’un tableau de ce qui change en chiffres.',
    query: z.object(documentPair),
  }),
}
