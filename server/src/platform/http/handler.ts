import type { Body, Given, Params, Query, Route } from '@parvis/contract'
import type { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import type { AnswerInPieces } from '../answer-in-pieces.ts'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReading } from '../../replies/run.ts'

/** File part of a multipart request. Parts are read once, in order. */
export type UploadedPart = { field: string; filename: string; mimetype: string; content: Readable }
export type Upload = {
  /** Lower bound of the size of the files, in bytes, from `Content-Length`; null without it. */
  announced: number | null
  /**
   * Iterates over the file parts; the content of one must be consumed before the next. @param most number of files (default 1): a longer `Content-Length`
   * than they allow is refused
   */
  files(most?: number): AsyncIterable<UploadedPart>
  /** Text fields received so far. */
  fields: Record<string, string>
}

export type FileAnswer = { content: Readable | Buffer; filename: string; media_type: string; /** Null: generated while it is sent. */ size: number | null }

type CallerOf<R extends Route> = R['access'] extends 'user' | 'admin' ? Caller : null

/** Validated call of a route, independent of the HTTP framework. */
export type Call<R extends Route> = {
  params: Params<R>
  query: Query<R>
  body: Body<R>
  caller: CallerOf<R>
  context: Context
  log: Log
  request_id: string
  ip: string
  /** `User-Agent` header; empty without it. */
  user_agent: string
  /** Bearer token of a `refresh` route; null for others. */
  bearer: string | null
  /** Aborted when the connection closes, before or after the answer. */
  gone: AbortSignal
  /** `Last-Event-ID` as an event number; 0 without one. */
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

/** Binds a route of the contract to its handler. The answer's type is checked at compilation; its fields are filtered when it is sent. */
export function handle<R extends Route>(route: R, run: (call: Call<R>) => Promise<Result<R>>): Handler {
  return { route, handle: run as unknown as Handler['handle'] }
}
