import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Access level of a route: the callers that it accepts. `refresh`: the bearer token is the refresh token. `loopback_or_admin`: for the metrics. */
export type RouteAccess = 'public' | 'user' | 'admin' | 'refresh' | 'loopback_or_admin'

/** Form of an answer: JSON checked by a schema, a streamed reply, server-sent events, or raw bytes. */
type AnswerKind = 'json' | 'stream' | 'events' | 'file' | 'text'

/**
 * Definition of one API call, shared by the server, the browser, the tests and the documentation.
 * `path` is relative to `/api`; its parameters are written `:id`.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: RouteAccess
  /** Error for a caller without the required access; `auth.forbidden` by default. */
  forbidden?: ErrorCode
  /** French sentence for `docs/api.md`. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The handler reads the `multipart` body as a stream. `part` is the field name of the files; `body` is the schema of the text fields. */
  multipart?: { part: string; several?: true }
  /** The body is a form (`application/x-www-form-urlencoded`) instead of JSON, as an external protocol requires. */
  form?: true
  /** Texts with NUL or lone surrogates reach the handler, which refuses them row by row. Without it they make the whole request fail. */
  allowsUnreadable?: true
  /** HTTP status of a success; 200 by default. */
  status?: number
  kind?: AnswerKind
  answer?: z.ZodMiniType
  /** Accepted on a full disk, as every GET and DELETE is: it writes little, and people need it to read or to free space. */
  whenFull?: true
  /** Accepted from a person who must change their password first. Any other call gets `auth.must_change_password`. */
  beforePasswordChange?: true
  /**
   * Accepted from a person who must set up a second factor first, as are the routes with `beforePasswordChange`. Any other call gets
   * `auth.second_factor_due`.
   */
  beforeSecondFactor?: true
  /** Path prefixes whose cached answers this call makes stale. Default of a writing call: the first segment of its own path. */
  changes?: readonly `/${string}`[]
  /** Maximum size of the JSON body, in bytes, instead of the general limit (1 MiB). */
  bodyLimit?: number
}

export function route<const R extends Route>(definition: R): R {
  return definition
}

/** Returns the path prefixes whose cached answers a call makes stale: `changes`, or the first segment of its own path. */
export function changedBy({ changes, path }: Pick<Route, 'changes' | 'path'>): readonly string[] {
  return changes ?? [/^\/(?:administration\/)?[^/]+/.exec(path)![0]]
}

type Parsed<R, K extends string> = R extends { [P in K]: infer S extends z.ZodMiniType } ? z.output<S> : undefined
type Sent<R, K extends string> = R extends { [P in K]: infer S extends z.ZodMiniType } ? z.input<S> : undefined

/** Type that the handler receives, after validation. */
export type RouteParams<R> = Parsed<R, 'params'>
export type RouteQuery<R> = Parsed<R, 'query'>
export type RouteBody<R> = Parsed<R, 'body'>
/** Type that the caller sends, before defaults are filled in. */
export type SentRouteBody<R> = Sent<R, 'body'>
export type SentRouteQuery<R> = Sent<R, 'query'>
/** Type that the caller receives. */
export type RouteAnswer<R> = Parsed<R, 'answer'>
/** Type that the handler returns, before the schema removes unknown fields. */
export type HandlerAnswer<R> = Sent<R, 'answer'>

/** Fills the parameters of a path, percent-encoded: `fillPath('/projects/:id', { id })`. @throws {TypeError} when one is missing */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`Missing path parameter ${name} for ${path}`)
    return encodeURIComponent(value)
  })
}
