import * as z from 'zod/mini'
import { id, text } from '../../common.ts'

/** Limits of a written document: blocks, characters of all its texts together, and rows and columns of a table. */
export const writtenLimits = { blocks: 20_000, characters: 1_000_000, rows: 5_000, columns: 50, documents: 2_000, versionName: 100 } as const

const blockId = z.string('Identifiant de bloc attendu').check(z.regex(/^[\w-]{1,40}$/, 'Identifiant de bloc inconnu'))
export const blockIds = z.array(blockId).check(z.maxLength(writtenLimits.blocks))

const mark = z.enum(['bold', 'italic', 'underline', 'strike', 'highlight', 'code', 'raised', 'lowered'], 'Mise en forme inconnue')
const anyText = text(writtenLimits.characters)

/** Text with marks, or of a link. Only web and mail addresses: a document leaves for Word, where a link is followed. */
const textSpan = z.strictObject({
  text: anyText,
  marks: z.optional(z.array(mark)),
  link: z.optional(text(2_000).check(z.regex(/^(?:https?:\/\/|mailto:)/i, 'Une adresse commence par https:// ou mailto:'))),
})
const noteSpan = z.strictObject({ note: z.union([anyText, z.array(textSpan)]) })
/** Text of a paragraph or a cell: a string without marks, or spans. */
const richText = z.union([anyText, z.array(z.union([textSpan, noteSpan]))], 'Un texte est attendu')
const numbers = new Intl.NumberFormat('fr-FR')
const columnsPhrase = `Un tableau a ${writtenLimits.columns} colonnes au plus`
const cells = z.array(richText).check(z.maxLength(writtenLimits.columns, columnsPhrase))

const contents = {
  heading: { kind: z.literal('heading'), level: z._default(z.int().check(z.gte(1), z.lte(6)), 2), text: richText },
  paragraph: { kind: z.literal('paragraph'), style: z._default(z.enum(['body', 'visa', 'considerant', 'article']), 'body'), text: richText },
  quote: { kind: z.literal('quote'), text: richText },
  item: {
    kind: z.literal('item'),
    level: z._default(z.int().check(z.gte(0), z.lte(8)), 0),
    marker: z._default(z.enum(['bullet', 'figure', 'parenthesis', 'none', 'continued']), 'bullet'),
    start: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
    text: richText,
  },
  code: { kind: z.literal('code'), text: anyText },
  table: {
    kind: z.literal('table'),
    aligns: z._default(z.array(z.nullable(z.enum(['left', 'center', 'right']))).check(z.maxLength(writtenLimits.columns, columnsPhrase)), []),
    header: cells,
    rows: z.array(cells).check(z.maxLength(writtenLimits.rows, `Un tableau a ${numbers.format(writtenLimits.rows)} lignes au plus`)),
  },
  rule: { kind: z.literal('rule') },
}

const blockWith = <Id extends z.ZodMiniType>(identity: Id) =>
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ id: identity, ...contents.heading }),
      z.strictObject({ id: identity, ...contents.paragraph }),
      z.strictObject({ id: identity, ...contents.quote }),
      z.strictObject({ id: identity, ...contents.item }),
      z.strictObject({ id: identity, ...contents.code }),
      z.strictObject({ id: identity, ...contents.table }),
      z.strictObject({ id: identity, ...contents.rule }),
    ],
    'Sorte de bloc inconnue',
  )

/** Block of a written document, as answers give it. */
export const writtenBlock = blockWith(blockId)
export type WrittenBlock = z.infer<typeof writtenBlock>

const hasDistinctIds = (blocks: readonly { id?: string | undefined }[]) => {
  const ids = blocks.flatMap((block) => (block.id === undefined ? [] : [block.id]))
  return new Set(ids).size === ids.length
}

/** Blocks of a request. A block without an id is new. */
export const sentBlocks = z
  .array(blockWith(z.optional(blockId)), 'Une liste de blocs est attendue')
  .check(
    z.maxLength(writtenLimits.blocks, `Un document a ${numbers.format(writtenLimits.blocks)} blocs au plus\u00a0: coupez-le en deux`),
    z.refine(hasDistinctIds, 'Deux blocs ont le même identifiant'),
  )
export type SentBlock = z.infer<typeof sentBlocks>[number]

export const proposalParams = z.object({ id, proposal_id: id })
export const writtenVersionParams = z.object({ id, version_id: id })
