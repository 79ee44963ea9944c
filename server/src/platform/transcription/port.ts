import type { ModelLevel } from '@parvis/contract'

/** Sound format of a recording: the extension and the media type by which the server recognises it. */
export type SoundFormat = { extension: string; mediaType: string }

/** Port of a transcription server: a recording in, its text out. */
export type Transcription = {
  /** Confidentiality level: the voice of what needs a higher one is never sent to it. */
  level: ModelLevel
  /** Host name, for logs. */
  host: string
  /**
   * Reserves room for one recording in memory. The returned function releases it.
   * @throws {TranscriptionError} `transcriptions.overloaded` when `MAX_RUNNING` are reserved
   */
  reserve(): () => void
  /**
   * Sends a recording, once: a failure is not retried. Returns the text; empty when nothing was heard.
   * @throws {TranscriptionError}
   */
  transcribe(sound: Buffer, format: SoundFormat, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

type TranscriptionErrorCode = `transcriptions.${'unreachable' | 'overloaded' | 'timeout' | 'refused' | 'bad_answer' | 'aborted'}`

/** Failure of the transcription server. It contains at most the host and the HTTP status: never the key, the recording, or the body of the answer. */
export class TranscriptionError extends Error {
  override readonly name = 'TranscriptionError'
  readonly code: TranscriptionErrorCode
  readonly host: string

  constructor(code: TranscriptionErrorCode, host: string, options: { status?: number; cause?: unknown } = {}) {
    super(`${code} (${host}${options.status === undefined ? '' : `, HTTP ${options.status}`})`, { cause: options.cause })
    this.code = code
    this.host = host
  }
}
