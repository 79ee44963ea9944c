import type { CurrentUser } from '@parvis/contract'
import type { TextExtractor } from '@parvis/document-reading'
import type { Db } from './platform/db/schema/index.ts'
import type { Log } from './platform/log.ts'
import type { Antivirus } from './platform/antivirus/clamd.ts'
import type { BlobStore } from './platform/blobs/port.ts'
import type { Models } from './platform/llm/models.ts'
import type { Masking } from './masking/types.ts'
import type { Transcription } from './platform/transcription/port.ts'
import type { Mailer } from './platform/mail/port.ts'
import type { Changes } from './platform/changes.ts'
import type { Config } from './platform/config/config.ts'
import type { JobWorker } from './platform/jobs/worker.ts'
import type { ReplyRuns } from './replies/run.ts'
import type { Retrieval } from './retrieval/retrieval.ts'

/** Prometheus metrics of this process. */
export type Metrics = {
  text(): Promise<string>
  /** Counts an audit row that could not be written. */
  auditFailed?(action: string): void
}

/** Maintains the search index of messages (db/migrations/2026-12-09-message-words.ts). */
export type MessageSearchIndex = {
  /** Resolves once every message written by this person before the call is indexed. */
  catchUp(owner_id: string): Promise<void>
  /** Starts indexing in the background. */
  start(): void
  stop(): Promise<void>
}

/** Argon2 parameters: memory in KiB, passes, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** Dependencies of every use case, passed as an argument: nothing reads a global. */
export type Context = {
  config: Config
  db: Db
  log: Log
  /** Current time; tests replace it. */
  now(): Date
  /** Delays an answer, in milliseconds; tests only record the delay. */
  delay(ms: number): Promise<void>
  models: Models
  /** Masks personal data in what is sent to model servers. */
  masking: Masking
  mailer: Mailer
  replies: ReplyRuns
  /** Uploaded files, unchanged. */
  blobs: BlobStore
  /** Null when none is configured. */
  antivirus: Antivirus | null
  extractor: TextExtractor
  /** Null without a transcription server. */
  transcription: Transcription | null
  retrieval: Retrieval
  /** Runs the job queue. `wake` after enqueuing a job starts it at once. */
  worker: JobWorker
  messageIndex: MessageSearchIndex
  changes: Changes
  metrics?: Metrics
  /** Cost of password hashing; only tests lower it. */
  passwordCost?: PasswordCost
  /** Key that signs access tokens (HMAC SHA-256), at least 32 bytes. */
  secret: Uint8Array
  /** Base of the links in mails, without a trailing slash. */
  publicUrl(): string
  /** Id of this process among the instances; new at each start. */
  instanceId: string
}

/** The person who calls, as read from the database for this request. */
export type Caller = CurrentUser & { session_id: string }
