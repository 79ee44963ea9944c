import type { SentImage } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { LlmImage } from '../../../platform/llm/port.ts'
import { imageTokens } from '../../../replies/usage.ts'
import { encodedPicture } from '../../documents/encoded-picture.ts'
import { asPlainText } from '../fenced-text.ts'
import { fixedNotices, type PromptTurn } from '../notices.ts'
import { promptTokensOf } from '../share-context.ts'
import type { ReplyNotice } from '../../../platform/db/schema/conversations.ts'
import type { ReplyImages } from '../../../replies/run.ts'

/** Maximum number of pictures of one message, and of one request with its history. */
const maxPictures = 4
/** Maximum share of the prompt's tokens for pictures. */
const picturesShare = 0.5

/** Picture attached to a conversation. `question`: rank of the question that it was sent with, from the last one (0). */
type AttachedPicture = { document_id: string; filename: string; blob_id: string; sha256: string | null; uploader_id: string | null; question: number }

/** Lists the pictures that the questions of a conversation were sent with, in the order in which they were attached. */
export async function listPictures(db: Db, conversation_id: string): Promise<AttachedPicture[]> {
  const { rows } = await sql<AttachedPicture>`
    select document_id, filename, blob_id, sha256, uploader_id, questions - 1 as question from (
      select f.document_id, d.original_filename as filename, d.blob_id, d.sha256, d.uploader_id, f.position, (
        select count(*)::int from message m
        where m.conversation_id = f.conversation_id and m.position > f.after_position and m.role = 'user' and m.superseded_at is null) as questions
      from conversation_document f join document d on d.id = f.document_id
      where f.conversation_id = ${conversation_id} and d.format in ('png', 'jpeg', 'tiff')
    ) attached where questions > 0 order by position`.execute(db)
  return rows
}

/** The first pictures of each question, from the last question back, up to `maxPictures`; the order of attachment within a question. */
export function selectPictures(pictures: readonly AttachedPicture[]): AttachedPicture[] {
  const newestFirst = pictures.toSorted((one, other) => one.question - other.question)
  return newestFirst.slice(0, maxPictures)
}

type EncodedImage = AttachedPicture & { image: LlmImage }

/** Encodes pictures, within their share of the context window. Those that cannot be encoded are left out. */
export async function encodePictures(context: Context, pictures: readonly AttachedPicture[], window: number, signal: AbortSignal): Promise<EncodedImage[]> {
  const encoded: EncodedImage[] = []
  const room = Math.floor((promptTokensOf(window) * picturesShare) / imageTokens)
  for (const picture of pictures.slice(0, room)) {
    const found = await encodedPicture(context, { ...picture, original_filename: picture.filename }, signal)
    if (found !== null) encoded.push({ ...picture, image: { media_type: found.media_type, data: found.bytes.toString('base64') } })
  }
  return encoded
}

/** Adds to each question the pictures that it was sent with. A hidden question has none. */
export function withPictures(turns: readonly PromptTurn[], encoded: readonly EncodedImage[]): PromptTurn[] {
  const questions = turns.flatMap((turn, at) => (turn.role === 'user' && turn.isHidden !== true ? [at] : [])).reverse()
  return turns.map((turn, at) => {
    const question = questions.indexOf(at)
    const images = encoded.filter((picture) => picture.question === question).map(({ image }) => image)
    return images.length === 0 ? turn : { ...turn, images }
  })
}

/**
 * Describes the pictures of the last question for its reply: those sent, and the notices to place before it, which depend on the model that answers. The
 * notice of a model that does not read images appears once in a conversation.
 */
export function replyImages(pictures: readonly AttachedPicture[], encoded: readonly EncodedImage[], turns: readonly PromptTurn[]): ReplyImages {
  const attached = pictures.filter(({ question }) => question === 0)
  const sent: SentImage[] = encoded.filter(({ question }) => question === 0).map(({ document_id, filename }) => ({ document_id, filename }))
  const unsent = attached.filter(({ document_id }) => !sent.some((image) => image.document_id === document_id))
  const isRepeated = turns.some(({ notices = [] }) => notices.some(({ kind }) => kind === 'images'))
  return { sent, notices: unsentNotice(unsent), unreadNotices: attached.length === 0 || isRepeated ? [] : [fixedNotices.images] }
}

function unsentNotice(unsent: readonly AttachedPicture[]): ReplyNotice[] {
  if (unsent.length === 0) return []
  const names = unsent.map(({ filename }) => `**${asPlainText(filename)}**`).join(', ')
  const text = `*Le modèle n’a pas vu toutes les images de ce message (${maxPictures}\u00a0au plus, lisibles)\u00a0: il lui manque ${names}.*\n\n`
  return [{ kind: 'left_out', text }]
}
