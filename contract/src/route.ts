import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Who may call a route. `refresh` routes carry the refresh value as bearer; `loopback_or_admin` is for the metrics. */
export type Access = 'public' | 'user' | 'admin' | 'refresh' | 'loopback_or_admin'

/** What an answer is on the wire: JSON through a schema, a streamed reply, events as they come, or raw bytes. */
type AnswerKind = 'json' | 'stream' | 'events' | 'file' | 'text'

/**
 * One call of the interface, written once for the server, the browser, the tests and the documentation.
 * `path` is relative to `/api` and names its parameters like `:id`.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  /** What those are told who may not; `auth.forbidden` without it. */
  forbidden?: ErrorCode
  /** One French sentence for `docs/api.md`. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** `multipart` bodies are read as a stream by the handler: `part` is the name of the files', `body` describes the text fields. */
  multipart?: { part: string; several?: true }
  /** The body comes as a form (`application/x-www-form-urlencoded`), not as JSON: a protocol of others asks for it. */
  form?: true
  /** The handler refuses texts with NUL or lone surrogates itself, one row at a time; otherwise they refuse the whole body. */
  allowsUnreadable?: true
  /** Status of a success; 200 unless told. */
  status?: number
  kind?: AnswerKind
  answer?: z.ZodMiniType
  /** Accepted on a full disk, as every GET and DELETE is: it writes little, and people need it to read or to make room. */
  whenFull?: true
  /** Answered to who must choose another password first; every other call is refused (`auth.must_change_password`). */
  beforePasswordChange?: true
  /** Answered, as those above are, to who must set up a second factor first; every other call is refused (`auth.second_factor_due`). */
  beforeSecondFactor?: true
  /**
   * What a writing call changes, as the beginnings of the paths that show it, for whoever keeps answers; without it, what stands under the
   * first part of its own path.
   */
  changes?: readonly `/${string}`[]
  /** Largest JSON body in bytes where the general limit (1 MiB) is not wanted. */
  bodyLimit?: number
}

export function route<const R extends Route>(definition: R): R {
  return definition
}

/** The beginnings of the paths whose answers a call changes. */
export function changedBy({ changes, path }: Pick<Route, 'changes' | 'path'>): readonly string[] {
  return changes ?? [/^\/(?:administration\/)?[^/]+/.exec(path)![0]]
}

type Parsed<R, K extends string> = R extends { [P in K]: infer S extends z.ZodMiniType } ? z.output<S> : undefined
type Sent<R, K extends string> = R extends { [P in K]: infer S extends z.ZodMiniType } ? z.input<S> : undefined

/** What the handler receives, after validation. */
export type Params<R> = Parsed<R, 'params'>
export type Query<R> = Parsed<R, 'query'>
export type Body<R> = Parsed<R, 'body'>
/** What the caller sends, before defaults are filled in. */
export type SentBody<R> = Sent<R, 'body'>
export type SentQuery<R> = Sent<R, 'query'>
/** What the caller receives. */
export type Answer<R> = Parsed<R, 'answer'>
/** What the handler returns: the answer before the schema strips what is not in it. */
export type Given<R> = Sent<R, 'answer'>

/** Fills the parameters of a route's path: `fillPath('/projects/:id', {id})`. Values are percent-encoded. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`Missing path parameter ${name} for ${path}`)
    return encodeURIComponent(value)
  })
}
