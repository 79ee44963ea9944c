import type { ModelLevel, WrittenBlock, WrittenKind } from '@parvis/contract'
import { compareVersions, numberBlocks, parseMarks } from '@parvis/written-document'
import { sql } from 'kysely'
import { isWrittenDocumentUsableBy } from '../../authorization/written-documents.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { requireWrittenDocument } from '../written-documents/queries.ts'
import { fenceLines, oneLine } from './fenced-text.ts'
import type { ChatRequest } from './turns/turn.ts'

/** Characters of a document that go with a question. A longer one is sent in part: what is selected with its neighbours, else its beginning. */
const maxCharacters = 60_000
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

/**
 * Adds to a reply the document that the conversation writes, and saves the text that is sent: the numbers of the reply refer to it. Null when the
 * conversation writes none, or its person may not change it. A reply that continues another one keeps the text that was sent with the first.
 * @param message_id id of the reply
 */
export async function documentInPrompt(db: Db, person_id: string, message_id: string, request: ChatRequest): Promise<DocumentInPrompt | null> {
  const { action, conversation_id, written_document_id, block_ids } = request
  if (written_document_id === null || action === 'opening' || request.rewrite !== undefined) return null
  const continued = action === 'continue' ? await findContinued(db, conversation_id) : null
  const document = await findDocument(db, person_id, conversation_id, continued?.document_id ?? written_document_id)
  if (document === null) return null
  const sent = continued?.blocks ?? document.blocks
  const selection = continued?.selection ?? selectionOf(document.blocks, block_ids)
  const former = continued === null ? await findFormer(db, document.id, conversation_id) : null
  await db
    .insertInto('written_document_request')
    .values({ message_id, document_id: document.id, person_id, blocks: JSON.stringify(sent), selection })
    // A prompt that the model rejected as too long is prepared twice.
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
  return { section: sectionFor({ ...document, blocks: sent }, selection, former), level: document.min_level }
}

async function findDocument(db: Db, person_id: string, conversation_id: string, document_id: string | undefined): Promise<SentDocument | null> {
  const { rows } = await sql<SentDocument>`
    select d.id, d.title, d.kind, d.min_level, d.blocks from written_document d
    where ${document_id === undefined ? sql`d.conversation_id = ${conversation_id} and d.owner_id = ${person_id}` : sql`d.id = ${document_id}`}
      and ${isWrittenDocumentUsableBy(sql`d.id`, person_id)}
    order by d.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Reads what was sent with the reply that the latest one continues. */
async function findContinued(db: Db, conversation_id: string) {
  const { rows } = await sql<{ document_id: string; blocks: WrittenBlock[]; selection: string[] | null }>`
    select r.document_id, r.blocks, r.selection from written_document_request r join message m on m.id = r.message_id
    where m.conversation_id = ${conversation_id} and m.continued order by m.position desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Reads the text that was sent with the latest question about this document in this conversation; null for the first one. */
async function findFormer(db: Db, document_id: string, conversation_id: string): Promise<WrittenBlock[] | null> {
  const { rows } = await sql<{ blocks: WrittenBlock[] }>`
    select r.blocks from written_document_request r join message m on m.id = r.message_id
    where r.document_id = ${document_id} and m.conversation_id = ${conversation_id} order by m.position desc limit 1`.execute(db)
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

function sectionFor({ title, kind, blocks }: SentDocument, selection: readonly string[] | null, former: readonly WrittenBlock[] | null): string {
  const positions = positionsToSend(blocks, selection)
  const numberOf = new Map(blocks.map(({ id }, at) => [id, at + 1]))
  const selected = selection?.map((id) => `¶${numberOf.get(id)}`).join(', ')
  return [
    documentSectionTitle,
    `Titre : ${oneLine(title)}. Nature : ${kindNames[kind]}. ${blocks.length === 0 ? 'Il est vide : tout s’insère après 0.' : `Il a ${blocks.length} blocs.`}`,
    rules,
    ...(selected === undefined ? [] : [`La personne a sélectionné ${selected === '' ? 'un passage qui n’existe plus' : selected} : ne changez rien d’autre.`]),
    ...(former === null ? [] : sinceFormer(former, blocks)),
    ...(positions.length < blocks.length ? ['Une partie seulement du document est donnée : ne changez pas ce que vous ne lisez pas.'] : []),
    fenceLines(numberBlocks(blocks, positions)),
  ].join('\n\n')
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

/** Positions of the blocks that go with a question. */
function positionsToSend(blocks: readonly WrittenBlock[], selection: readonly string[] | null): number[] {
  const all = blocks.map((_, at) => at)
  const lengths = blocks.map((_, at) => numberBlocks(blocks, [at]).length + 2)
  if (lengths.reduce((sum, length) => sum + length, 0) <= maxCharacters) return all
  const ids = new Set(selection)
  const center = all.filter((at) => ids.has(blocks[at]!.id))
  const wanted = center.length === 0 ? all : all.filter((at) => center.some((one) => Math.abs(one - at) <= neighbours))
  let left = maxCharacters
  // What is selected comes first, whatever its length.
  for (const at of center) left -= lengths[at]!
  return wanted.filter((at) => ids.has(blocks[at]!.id) || (left -= lengths[at]!) >= 0)
}

/** Removes from an earlier reply the changes that it requests: their numbers are those of a text that has changed. */
export function withoutChanges(content: string): string {
  if (!content.includes('@@')) return content
  const { prose, changes } = parseMarks(content)
  if (changes.length === 0) return content
  return `${prose}\n\n(${changes.length === 1 ? 'Une modification a été proposée' : `${changes.length} modifications ont été proposées`} ; le texte d’aujourd’hui est dans le document.)`.trim()
}
