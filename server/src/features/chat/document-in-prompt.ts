import type { ModelLevel, WrittenBlock, WrittenKind } from '@parvis/contract'
import { compareVersions, numberBlocks, parseMarks } from '@parvis/written-document'
import { sql } from 'kysely'
import { isWrittenDocumentUsableBy, writtenDocumentRoleSql } from '../../authorization/written-documents.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { requireWrittenDocument } from '../written-documents/queries.ts'
import { fenceLines, oneLine } from './fenced-text.ts'
import type { ChatRequest } from './turns/turn.ts'

/** Characters of a document that go with a question. A longer one is sent in part: what is selected with its neighbours, else its beginning. */
const maxCharacters = 60_000
/** Share of the context window that a document may take: the history, the sources and the answer need the rest. */
const windowShare = 0.4
/** Characters per token of French text with its block numbers, low enough that the section is never cut to fit the window. */
const charactersPerToken = 3
/** Blocks sent on each side of a selection when the whole document does not fit. */
const neighbours = 10

/** Title of the section of the prompt, by which the demonstration model recognises it. */
const documentSectionTitle = '## Document en cours de rédaction'

/** Names of the kinds of written documents in the prompt. */
const kindNames: Record<WrittenKind, string> = {
  note: 'note',
  courrier: 'courrier',
  deliberation: 'délibération',
  arrete: 'arrêté',
  compte_rendu: 'compte rendu',
  libre: 'document',
}

/** A written document in the prompt of a reply: the section for the model, and the minimum level of the model. */
interface DocumentInPrompt {
  section: string
  level: ModelLevel
}

interface SentDocument {
  id: string
  title: string
  kind: WrittenKind
  min_level: ModelLevel
  blocks: WrittenBlock[]
}

/**
 * Checks that the person may change the document that a request names, before anything is written.
 * @throws {AppError} `request.not_found`, `written_documents.read_only`
 */
export async function requireDocument(db: Db, person_id: string, { written_document_id }: ChatRequest): Promise<void> {
  if (!written_document_id) return
  if ((await requireWrittenDocument(db, written_document_id, person_id)).role === 'reader') throw new AppError('written_documents.read_only')
}

/** Reply with a document in its prompt. */
interface PreparedReply {
  person_id: string
  /** Id of the reply. */
  message_id: string
  request: ChatRequest
  /** Interrupted reply that this one continues; undefined: none, or one without text. */
  continued_id: string | undefined
  /** Reply that this one replaces: the new one is about the same document and blocks, unless the request names others. */
  replaced_id: string | undefined
  /** Context window of the model, in tokens. */
  window: number
  /** Whether the person writes a document with this conversation (prompt-facts.ts): nothing is read for one that writes none. */
  writes_document: boolean
}

/**
 * Adds to a reply the document that the conversation writes, and saves the text that is sent: the numbers of the reply refer to it. Null when the
 * conversation writes none, or its person may not change it. A reply that continues another one keeps the text that was sent with the first. Blocks that
 * are not sent may not be changed, as if the others were selected.
 */
export async function documentInPrompt(
  db: Db,
  { person_id, message_id, request, continued_id, replaced_id, window, writes_document }: PreparedReply,
): Promise<DocumentInPrompt | null> {
  const { action, conversation_id, written_document_id, block_ids } = request
  if (written_document_id === null || action === 'opening' || request.rewrite !== undefined) return null
  const continued = continued_id === undefined ? null : await findRequest(db, continued_id)
  if (continued_id !== undefined && continued === null) return null
  const replaced = replaced_id === undefined || written_document_id !== undefined ? null : await findRequest(db, replaced_id)
  const document_id = (continued ?? replaced)?.document_id ?? written_document_id
  if (document_id === undefined && !writes_document) return null
  const document = await findDocument(db, person_id, conversation_id, document_id)
  if (document === null) return null
  const sent = continued?.blocks ?? document.blocks
  const selection = continued?.selection ?? selectionOf(document.blocks, block_ids ?? replaced?.selection ?? undefined)
  const former = continued === null ? await findFormer(db, { document_id: document.id, conversation_id, message_id }) : null
  const positions = positionsToSend(sent, selection, Math.min(maxCharacters, Math.floor(window * windowShare * charactersPerToken)))
  const sentIds = positions.length === sent.length ? null : new Set(positions.map((at) => sent[at]!.id))
  const changeable = sentIds === null ? selection : (selection ?? sent.map(({ id }) => id)).filter((id) => sentIds.has(id))
  const values = { blocks: JSON.stringify(sent), selection: changeable }
  await db
    .insertInto('written_document_request')
    .values({ message_id, document_id: document.id, person_id, ...values })
    // A prompt that the model rejected as too long is prepared twice: the numbers of the reply are those of the second one.
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet(values))
    .execute()
  await deleteFormerRequests(db, document.id, conversation_id)
  return { section: documentSection({ ...document, blocks: sent }, { positions, selection, former }), level: document.min_level }
}

/** Number of texts sent with the latest replies of a conversation retained once their changes are proposals. */
const maxRequests = 3

/** Deletes the texts sent with earlier replies that are placed: each one is a copy of the document. */
async function deleteFormerRequests(db: Db, document_id: string, conversation_id: string): Promise<void> {
  await sql`delete from written_document_request where placed_at is not null and message_id in (
    select r.message_id from written_document_request r join message m on m.id = r.message_id
    where r.document_id = ${document_id} and m.conversation_id = ${conversation_id} order by m.position desc offset ${maxRequests})`.execute(db)
}

async function findDocument(db: Db, person_id: string, conversation_id: string, document_id: string | undefined): Promise<SentDocument | null> {
  const { rows } = await sql<SentDocument>`
    select id, title, kind, min_level, blocks from written_document
    where ${document_id === undefined ? sql`conversation_id = ${conversation_id} and owner_id = ${person_id}` : sql`id = ${document_id}`}
      and ${isWrittenDocumentUsableBy(sql`written_document.id`, person_id)} and ${writtenDocumentRoleSql(person_id)} <> 'reader'
    order by created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Reads what was sent with a reply; null when no document was. */
async function findRequest(db: Db, message_id: string) {
  const { rows } = await sql<{ document_id: string; blocks: WrittenBlock[]; selection: string[] | null }>`
    select document_id, blocks, selection from written_document_request where message_id = ${message_id}`.execute(db)
  return rows[0] ?? null
}

/** Reads the text that was sent with the latest reply of the history; null for the first question about this document. */
async function findFormer(db: Db, { document_id, conversation_id, message_id }: { document_id: string; conversation_id: string; message_id: string }) {
  const { rows } = await sql<{ blocks: WrittenBlock[] }>`
    select r.blocks from written_document_request r join message m on m.id = r.message_id
    where r.document_id = ${document_id} and m.conversation_id = ${conversation_id} and m.superseded_at is null and m.id <> ${message_id}
    order by m.position desc limit 1`.execute(db)
  return rows[0]?.blocks ?? null
}

/** Ids of the selected blocks that exist; null without a selection. */
function selectionOf(blocks: readonly WrittenBlock[], block_ids: readonly string[] | undefined): string[] | null {
  if (block_ids === undefined || block_ids.length === 0) return null
  const ids = new Set(block_ids)
  return blocks.flatMap(({ id }) => (ids.has(id) ? [id] : []))
}

const rules = `Quand la personne demande d’écrire ou de changer ce document, dites en une phrase ce que vous faites, puis donnez seulement ce qui change, sous cette forme exacte, chaque ligne commençant par @@ étant seule :

@@ remplacer 12
Le nouveau texte du bloc ¶12, entier, en Markdown.
@@ fin

@@ insérer après 12
Le texte ajouté.
@@ fin

@@ supprimer 12

Les numéros sont ceux des blocs (¶). « insérer après 0 » écrit au début. Ne redonnez jamais un bloc qui ne change pas, ne donnez pas tout le document, ne mettez pas ces lignes dans un bloc de code. Un fait qui manque s’écrit [À COMPLÉTER : ce qui manque] ; n’inventez ni nom, ni date, ni montant. Une question sur le document reçoit une réponse ordinaire, sans ces lignes.`

/** What goes in the section of the prompt about a document. */
interface SectionContent {
  /** Positions from 0 of the blocks to write. */
  positions: readonly number[]
  /** Ids of the blocks that the person selected; null: none in particular. */
  selection: readonly string[] | null
  /** Text that the model read last; null: none. */
  former: readonly WrittenBlock[] | null
}

/** Writes the section of the prompt about a document. */
export function documentSection({ title, kind, blocks }: Pick<SentDocument, 'title' | 'kind' | 'blocks'>, content: SectionContent): string {
  const { positions, selection, former } = content
  const numberOf = new Map(blocks.map(({ id }, at) => [id, at + 1]))
  const selected = selection === null ? null : numberRanges(selection.map((id) => numberOf.get(id)!))
  const isWhole = positions.length === blocks.length
  return [
    documentSectionTitle,
    `Titre : ${oneLine(title)}. Nature : ${kindNames[kind]}. ${blocks.length === 0 ? 'Il est vide : tout s’insère après 0.' : `Il a ${blocks.length} blocs.`}`,
    rules,
    ...(selected === null ? [] : [`La personne a sélectionné ${selected === '' ? 'un passage qui n’existe plus' : selected} : ne changez rien d’autre.`]),
    ...(former === null ? [] : sinceFormer(former, blocks)),
    ...(isWhole
      ? []
      : [
          `Une partie seulement du document est donnée (${numberRanges(positions.map((at) => at + 1)) || 'aucun bloc : ils sont trop longs'}) : ne changez rien d’autre.`,
        ]),
    fenceLines(numberBlocks(blocks, positions)),
  ].join('\n\n')
}

/** Writes numbers in ascending order as ranges: « ¶2, ¶4 à ¶9 ». */
function numberRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? `¶${first}` : `¶${first} à ¶${last}`)).join(', ')
}

/** Says what the person changed since the model last read the document, so that the reply does not put it back. */
function sinceFormer(former: readonly WrittenBlock[], blocks: readonly WrittenBlock[]): string[] {
  const steps = compareVersions(former, blocks)
  const numberOf = new Map(blocks.map(({ id }, at) => [id, at + 1]))
  const changed = steps.flatMap((step) => (step.kind === 'changed' || step.kind === 'inserted' ? [`¶${numberOf.get(step.after.id)}`] : []))
  const deletedCount = steps.filter((step) => step.kind === 'deleted' && !step.moved).length
  if (changed.length === 0 && deletedCount === 0) return []
  const parts = [
    ...(changed.length === 0 ? [] : [`${changed.slice(0, 30).join(', ')} ont changé`]),
    ...(deletedCount === 0 ? [] : [deletedCount === 1 ? 'un bloc a été supprimé' : `${deletedCount} blocs ont été supprimés`]),
  ]
  return [`Depuis votre dernière lecture : ${parts.join(' ; ')}. C’est voulu : ne rétablissez rien, sauf demande.`]
}

/**
 * Positions of the blocks that go with a question, within a number of characters: all; else the selected ones and their neighbours; else those of the
 * beginning. A block that does not fit is left out, never cut: a reply would give back its half.
 */
function positionsToSend(blocks: readonly WrittenBlock[], selection: readonly string[] | null, maxLength: number): number[] {
  const all = blocks.map((_, at) => at)
  const lengths = all.map((at) => numberBlocks(blocks, [at]).length + 2)
  if (lengths.reduce((sum, length) => sum + length, 0) <= maxLength) return all
  const ids = new Set(selection)
  const selected = all.filter((at) => ids.has(blocks[at]!.id))
  const near = new Set(selected.flatMap((at) => Array.from({ length: 2 * neighbours + 1 }, (_, offset) => at - neighbours + offset)))
  const others = all.filter((at) => !ids.has(blocks[at]!.id) && (selected.length === 0 || near.has(at)))
  let left = maxLength
  const fitting = [...selected, ...others].filter((at) => {
    if (lengths[at]! > left) return false
    left -= lengths[at]!
    return true
  })
  return fitting.toSorted((one, other) => one - other)
}

/**
 * Removes from an earlier reply the changes that it requests: their numbers are those of a text that has changed.
 * @param hasDocument whether the prompt contains the document
 */
export function withoutChanges(content: string, hasDocument: boolean): string {
  if (!content.includes('@@')) return content
  const { prose, changes } = parseMarks(content)
  if (changes.length === 0) return content
  const count = changes.length === 1 ? 'Une modification a été proposée' : `${changes.length} modifications ont été proposées`
  return `${prose}\n\n(${count}${hasDocument ? ' ; le texte d’aujourd’hui est dans le document' : ''}.)`.trim()
}
