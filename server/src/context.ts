import type { CurrentUser } from '@parvis/contract'
import type { TextExtractor } from '@parvis/document-reading'
import type { Db } from './platform/db/schema/index.ts'
import type { Log } from './platform/log.ts'
import type { Antivirus } from './platform/antivirus/port.ts'
import type { Blobs } from './platform/blobs/port.ts'
import type { Llm } from './platform/llm/port.ts'
import type { Mailer } from './platform/mail/port.ts'
import type { Changes } from './platform/changes.ts'
import type { Config } from './platform/config/config.ts'
import type { Worker } from './platform/jobs/worker.ts'
import type { ReplyRuns } from './replies/reply-runs.ts'
import type { Retrieval } from './retrieval/retrieval.ts'

/** Prometheus metrics of this process. */
export type Metrics = {
  text(): Promise<string>
  /** An act of the trail could not be written. */
  auditFailed?(act: string): void
}

/** Keeps the words of messages where the search reads them (db/migrations/2026-12-09-message-words.ts). */
export type MessageIndex = {
  /** Resolves once every message of this person that was written before is in the index. */
  catchUp(owner_id: string): Promise<void>
  /** Begins to index in the background, whoever writes. */
  start(): void
  stop(): Promise<void>
}

/** Argon2: KiB of memory, passes, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** Everything a use case needs, passed as an argument. Nothing reads a global instead. */
export type Context = {
  config: Config
  db: Db
  log: Log
  /** The present instant; tests travel in time through it. */
  now(): Date
  /** Lets time pass before an answer, in milliseconds; tests only note how much. */
  wait(ms: number): Promise<void>
  llm: Llm
  mailer: Mailer
  replies: ReplyRuns
  /** Files as they were received. */
  blobs: Blobs
  /** Null where none is set. */
  antivirus: Antivirus | null
  extractor: TextExtractor
  retrieval: Retrieval
  /** Wakes up when there is something new in the queue of jobs. */
  worker: Worker
  messageIndex: MessageIndex
  changes: Changes
  metrics?: Metrics
  /** What hashing a password costs: what is recommended, without it. Only tests pay less. */
  passwordCost?: PasswordCost
  /** Key that signs access tokens (HMAC SHA-256), at least 32 bytes. */
  secret: Uint8Array
  /** Base of the links in mails, without a trailing slash. */
  publicUrl(): string
  /** Identifies this process among the instances; new at each start. */
  instanceId: string
}

/** The person who calls, as the database knows them at this very call. */
export type Caller = CurrentUser & { session_id: string }
