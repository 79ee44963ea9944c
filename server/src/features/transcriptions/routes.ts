import { recordingLimits, routes, type ModelLevel } from '@parvis/contract'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { validate } from '../../platform/errors/validate.ts'
import { handle, type MultipartUpload, type RouteHandler } from '../../platform/http/handler.ts'
import type { TranscriptionError } from '../../platform/transcription/port.ts'
import { takeFrom, type TokenBucket } from '../auth/throttle.ts'
import { conversationLevel } from './conversation-level.ts'
import { soundFormatOf } from './sound-format.ts'

/** Recordings of a person: twenty at once, then one every six seconds. */
const recordingsOfPerson: TokenBucket = { burst: 20, everyMs: 6_000 }

export const transcriptionsHandlers: RouteHandler[] = [
  handle(routes.transcriptions.create, async ({ context, caller, upload, disconnected, log }) => {
    const { transcription, db, now } = context
    if (transcription === null) throw new AppError('transcriptions.unavailable')
    if (!(await takeFrom(db, recordingsOfPerson, `transcription:${caller.id}`, now())))
      throw new AppError('transcriptions.too_many', { retryAfterSeconds: recordingsOfPerson.everyMs / 1_000 })
    const release = transcription.reserve()
    try {
      const sound = await receiveSound(upload!)
      const { conversation_id } = validate(routes.transcriptions.create.body, upload!.fields)
      const format = soundFormatOf(sound)
      if (format === null) throw new AppError('transcriptions.not_sound')
      if (conversation_id !== undefined) requireLevel(context, transcription.level, await conversationLevel(context, conversation_id, caller.id))
      return { text: await transcription.transcribe(sound, format, disconnected) }
    } catch (error) {
      if (!isTranscriptionError(error)) throw error
      log.warn({ code: error.code, host: error.host }, 'transcription failed')
      throw new AppError(error.code)
    } finally {
      release()
    }
  }),
]

const isTranscriptionError = (error: unknown): error is TranscriptionError => error instanceof Error && error.name === 'TranscriptionError'

/** Refuses a recording whose conversation needs a higher level than the transcription server has. @throws {AppError} `llm.no_model_for_level` */
function requireLevel({ models }: Context, serverLevel: ModelLevel, level: ModelLevel): void {
  if (level <= serverLevel) return
  const sentence = `Cette conversation est de niveau «\u00a0${models.levelNames[level - 1]}\u00a0», et le serveur de dictée est d’un niveau plus bas\u00a0: rien ne lui a été envoyé. Écrivez votre texte, ou prévenez votre administrateur.`
  throw new AppError('llm.no_model_for_level', { level, sentence })
}

/** Reads the recording into memory. @throws {AppError} `documents.file_required`, `documents.too_large` */
async function receiveSound(upload: MultipartUpload): Promise<Buffer> {
  const chunks: Buffer[] = []
  let isReceived = false
  for await (const part of upload.files(1, recordingLimits.bytes)) {
    if (part.field !== 'file' || isReceived) {
      part.content.resume()
      continue
    }
    isReceived = true
    for await (const chunk of part.content as AsyncIterable<Buffer>) chunks.push(chunk)
  }
  if (!isReceived) throw new AppError('documents.file_required')
  return Buffer.concat(chunks)
}
