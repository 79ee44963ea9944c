import type { RouteBody, HandlerAnswer, RouteParams, RouteQuery, Route } from '@parvis/contract'
import type { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import type { StreamedAnswer } from '../streamed-answer.ts'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReader } from '../../replies/run.ts'

/** File part of a multipart request. Parts are read once, in order. */
export type UploadedPart = { field: string; filename: string; mimetype: string; content: Readable }
export type MultipartUpload = {
  /** Lower bound of the size of the files, in bytes, from `Content-Length`; null without it. */
  minFileBytes: number | null
  /**
   * Iterates over the file parts; the content of one must be consumed before the next. @param most number of files (default 1): a longer `Content-Length`
   * than they allow is refused @param maxFileBytes maximum size of each file in bytes (default: that of the settings)
   */
  files(most?: number, maxFileBytes?: number): AsyncIterable<UploadedPart>
  /** Text fields received so far. */
  fields: Record<string, string>
}

export type FileAnswer = { content: Readable | Buffer; filename: string; media_type: string; /** Null: generated while it is sent. */ size: number | null }

type RouteCaller<R extends Route> = R['access'] extends 'user' | 'admin' ? Caller : null

/** Validated call of a route, independent of the HTTP framework. */
export type RouteCall<R extends Route> = {
  params: RouteParams<R>
  query: RouteQuery<R>
  body: RouteBody<R>
  caller: RouteCaller<R>
  context: Context
  log: Log
  request_id: string
  ip: string
  /** `User-Agent` header; empty without it. */
  user_agent: string
  /** Bearer token of a `refresh` route; null for others. */
  bearer: string | null
  /** Aborted when the connection closes, before or after the answer. */
  disconnected: AbortSignal
  /** `Last-Event-ID` as an event number; 0 without one. */
  lastEventId: number
  upload: MultipartUpload | null
  setStatus(status: number): void
  setHeader(name: string, value: string): void
}

type Result<R extends Route> = R extends { kind: 'stream' }
  ? ReplyReader
  : R extends { kind: 'events' }
    ? Readable
    : R extends { kind: 'file' }
      ? FileAnswer
      : R extends { kind: 'text' }
        ? string
        : HandlerAnswer<R> | StreamedAnswer<HandlerAnswer<R>>

export type RouteHandler = { route: Route; handle(call: RouteCall<Route>): Promise<unknown> }

/** Binds a route of the contract to its handler. The answer's type is checked at compilation; its fields are filtered when it is sent. */
export function handle<R extends Route>(route: R, run: (call: RouteCall<R>) => Promise<Result<R>>): RouteHandler {
  return { route, handle: run as unknown as RouteHandler['handle'] }
}
