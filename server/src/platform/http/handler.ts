import type { Body, Given, Params, Query, Route } from '@parvis/contract'
import type { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import type { AnswerInPieces } from '../answer-in-pieces.ts'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReading } from '../../replies/reply-runs.ts'

/** A file part of a multipart request, read once, in order. */
export type UploadedPart = { field: string; filename: string; mimetype: string; content: Readable }
export type Upload = {
  /** Bytes of the files, at the least, by the length of the request; null: its head does not say it. */
  announced: number | null
  /** Each file part in turn; its content must be consumed before the next one. A request announced as longer than `most` files (1) is refused. */
  files(most?: number): AsyncIterable<UploadedPart>
  /** Text fields met so far. */
  fields: Record<string, string>
}

export type FileAnswer = { content: Readable | Buffer; filename: string; media_type: string; /** Null: it is made while it is sent. */ size: number | null }

type CallerOf<R extends Route> = R['access'] extends 'user' | 'admin' ? Caller : null

/** One validated call, without any trace of the HTTP framework. */
export type Call<R extends Route> = {
  params: Params<R>
  query: Query<R>
  body: Body<R>
  caller: CallerOf<R>
  context: Context
  log: Log
  request_id: string
  ip: string
  /** As the browser presents itself; empty without it. */
  user_agent: string
  /** Bearer value of `refresh` routes, else null. */
  bearer: string | null
  /** Aborted when the connection closes, before the answer or after it. */
  gone: AbortSignal
  /** `Last-Event-ID`, as an event number; 0 without one. */
  lastEventId: number
  upload: Upload | null
  setStatus(status: number): void
  setHeader(name: string, value: string): void
}

type Result<R extends Route> = R extends { kind: 'stream' }
  ? ReplyReading
  : R extends { kind: 'events' }
    ? Readable
    : R extends { kind: 'file' }
      ? FileAnswer
      : R extends { kind: 'text' }
        ? string
        : Given<R> | AnswerInPieces<Given<R>>

export type Handler = { route: Route; handle(call: Call<Route>): Promise<unknown> }

/** Ties a route of the contract to what it does. The answer's type is checked here, its fields filtered when it is sent. */
export function handle<R extends Route>(route: R, run: (call: Call<R>) => Promise<Result<R>>): Handler {
  return { route, handle: run as unknown as Handler['handle'] }
}
