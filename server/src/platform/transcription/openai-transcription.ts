import type { ModelLevel } from '@parvis/contract'
import { randomBytes } from 'node:crypto'
import { Pool } from 'undici'
import { endpointUrl } from '../endpoint-url.ts'
import { TranscriptionError, type SoundFormat, type Transcription } from './port.ts'

type TranscriptionServer = { base_url: string; api_key: string | null; model: string; level: ModelLevel }

/** Timeout of one request, in milliseconds: five minutes of speech on a processor without a graphics card. */
const TOTAL_MS = 180_000
/** Maximum number of recordings in memory. */
const MAX_RUNNING = 16
/** Maximum size of an answer, in bytes: far more than five minutes of speech written down. */
const MAX_ANSWER_BYTES = 500_000
const ABORT_CODES = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

/**
 * Creates the client of a server with the OpenAI transcription protocol (Albert, Mistral, vLLM, speaches, whisper.cpp). Redirects are not followed, so that
 * a server cannot send a voice to another host.
 */
export const createTranscription = ({ base_url, api_key, model, level }: TranscriptionServer, totalMs = TOTAL_MS): Transcription => {
  const url = endpointUrl(base_url, '/audio/transcriptions')
  const { host } = url
  const pool = new Pool(url.origin, { connect: { timeout: 5_000 }, keepAliveTimeout: 30_000, connections: MAX_RUNNING, headersTimeout: totalMs })
  let running = 0

  return {
    level,
    host,
    reserve() {
      if (running >= MAX_RUNNING) throw new TranscriptionError('transcriptions.overloaded', host)
      running += 1
      return () => void (running -= 1)
    },
    async transcribe(sound, format, signal) {
      const timeoutSignal = AbortSignal.timeout(totalMs)
      const { type, body } = formOf(sound, format, model)
      const headers = { 'content-type': type, accept: 'application/json', ...(api_key !== null && { authorization: `Bearer ${api_key}` }) }
      try {
        const answer = await pool.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal: AbortSignal.any([signal, timeoutSignal]) })
        if (answer.statusCode !== 200) {
          // Read the body, up to a limit, so that the connection can be reused; its content is dropped.
          await answer.body.dump({ limit: 100_000 }).catch(() => {})
          throw new TranscriptionError(codeOfStatus(answer.statusCode), host, { status: answer.statusCode })
        }
        const text = textOf(await readBounded(answer.body))
        if (text === null) throw new TranscriptionError('transcriptions.bad_answer', host)
        return text
      } catch (cause) {
        if (cause instanceof TranscriptionError) throw cause
        const isAborted = signal.aborted || ABORT_CODES.has(String((cause as NodeJS.ErrnoException).code))
        const code = timeoutSignal.aborted ? 'transcriptions.timeout' : 'transcriptions.unreachable'
        throw new TranscriptionError(isAborted ? 'transcriptions.aborted' : code, host, { cause })
      }
    },
    close: () => pool.destroy(),
  }
}

function codeOfStatus(status: number): TranscriptionError['code'] {
  if (status === 429 || status === 503) return 'transcriptions.overloaded'
  if (status >= 500) return 'transcriptions.unreachable'
  return status >= 400 ? 'transcriptions.refused' : 'transcriptions.bad_answer'
}

/** Builds the multipart form of the protocol. The name of the file says its format, which some servers read there; the person's own name is not sent. */
function formOf(sound: Buffer, { extension, mediaType }: SoundFormat, model: string): { type: string; body: Buffer } {
  const boundary = `parvis-${randomBytes(24).toString('hex')}`
  const field = (name: string, value: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = field('model', model) + field('language', 'fr') + field('response_format', 'json')
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="dictee.${extension}"\r\ncontent-type: ${mediaType}\r\n\r\n`
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat([Buffer.from(fields + file), sound, Buffer.from(`\r\n--${boundary}--\r\n`)]) }
}

/** Reads a body, or null beyond `MAX_ANSWER_BYTES`. */
async function readBounded(body: AsyncIterable<Buffer>): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > MAX_ANSWER_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Reads the text of an answer, without control characters; null when the answer is not that of the protocol. */
function textOf(answer: string | null): string | null {
  try {
    const { text } = JSON.parse(answer ?? '') as { text?: unknown }
    if (typeof text !== 'string') return null
    return text
      .toWellFormed()
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
      .trim()
  } catch {
    return null
  }
}
