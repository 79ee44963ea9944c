import { fillPath, routes, type RouteAnswer, type RouteParams, type Route, type SentRouteBody, type SentRouteQuery } from '@parvis/contract'
import { ApiError, errorOf, isAbort, isTemporary } from './api-error.ts'
import { userIdOf, type Tokens, type TokenStore } from './tokens.ts'

type InputPart<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : undefined extends T
      ? { [P in K]?: T }
      : { [P in K]: T }

/** Input of a call. The required parts follow from its route. */
export type CallInput<R> = InputPart<'params', RouteParams<R>> &
  InputPart<'query', SentRouteQuery<R>> &
  InputPart<'body', SentRouteBody<R> | FormData> & {
    signal?: AbortSignal
    headers?: Record<string, string>
    /** Whether the request goes on when the page is left. */
    keepalive?: boolean
  }
/** Input argument of a call, optional unless one of its parts is required. */
export type CallArguments<R> = Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

export interface Client {
  /** Sends a request and returns the answer as the contract types it. @throws {ApiError}; the abort error of `signal` */
  call: <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<RouteAnswer<R>>
  /** Sends a request and returns the response, for streams and files. Its status is a success. @throws as `call` */
  open: <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<Response>
}

export interface ClientDeps {
  fetch: typeof fetch
  /** Random id of the tab, sent with its changes; see `changes.follow` of the contract. */
  tab?: string
  tokens: TokenStore
  /** Runs the function while no other tab runs one. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Called when the session has ended and cannot be renewed. Resolves to true if the person has signed in again: the call is then repeated. */
  onSessionEnd: () => Promise<boolean>
  /** Called when the charter must be accepted before a question. Resolves to true if it was: the call is then repeated. */
  onCharterDue: () => Promise<boolean>
  /** Called when the server requires a new password, or a second factor, before anything else. */
  onSetupRequired: () => void
}

/** Creates the client of the server's interface: URLs and types from the contract, bearer token, and on a 401 one refresh and one retry. */
export function createClient({ fetch, tab, tokens, exclusively, onSessionEnd, onCharterDue, onSetupRequired }: ClientDeps): Client {
  let refreshing: Promise<boolean> | null = null

  async function send(route: Route, input: UntypedInput, bearer: string | null): Promise<Response> {
    const headers = new Headers(input.headers)
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
    if (tab && route.method !== 'GET' && route.kind !== 'stream') headers.set('X-Tab', tab)
    const isForm = input.body instanceof FormData
    if (input.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
    try {
      return await fetch(urlOf(route, input), {
        method: route.method,
        headers,
        signal: input.signal ?? null,
        keepalive: input.keepalive ?? false,
        body: input.body === undefined ? null : isForm ? (input.body as FormData) : JSON.stringify(input.body),
      })
    } catch (cause) {
      if (isAbort(cause)) throw cause
      throw new ApiError(0, {}, { cause })
    }
  }

  /** Renews the access token. Resolves to true if there is a new one, from this tab or another; false if the session is over. */
  function refresh(usedToken: string): Promise<boolean> {
    refreshing ??= exclusively(async () => {
      // While the lock or the answer was awaited, another tab may have renewed it, or the person signed out, or another one signed in.
      if (tokens.access() === usedToken) {
        const value = tokens.refresh()
        if (value === null) return false
        const response = await send(routes.auth.refresh, { body: { rotation: true } }, value)
        const newTokens = response.ok ? ((await response.json()) as Tokens) : await errorOf(response)
        if (tokens.access() === usedToken) {
          // A server restart has not ended the session.
          if (isTemporary(newTokens)) throw newTokens
          if (newTokens instanceof ApiError) return false
          tokens.save(newTokens)
        }
      }
      return tokens.access() !== null
    }).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function sendAuthorised(route: Route, input: UntypedInput): Promise<Response> {
    const usedToken = tokens.access()
    const response = await send(route, input, usedToken)
    if (response.status !== 401 || (usedToken !== null && !(await refresh(usedToken)))) return response
    const newToken = tokens.access()
    if (newToken === null) return response
    // Another person has signed in meanwhile: a change by the first one must not be sent in the name of the second, whose session goes on.
    if (route.method !== 'GET' && userIdOf(newToken) !== userIdOf(usedToken)) throw await errorOf(response)
    return send(route, input, newToken)
  }

  async function open(route: Route, input: UntypedInput = {}): Promise<Response> {
    if (route.access === 'public') return assertSuccess(await send(route, input, null))
    let response = await sendAuthorised(route, input)
    const code = await forbiddenCodeOf(response)
    const isOver = response.status === 401 || code === 'auth.inactive'
    if (isOver ? await onSessionEnd() : code === 'charter.not_accepted' && (await onCharterDue())) response = await sendAuthorised(route, input)
    if (/must_change_password|second_factor_due/.test(await forbiddenCodeOf(response))) onSetupRequired()
    return assertSuccess(response)
  }

  return {
    open: (route, ...[input]) => open(route, input as UntypedInput),
    call: async (route, ...[input]) => (await bodyOf(await open(route, input as UntypedInput))) as never,
  }
}

/** Parses the body of a success. A cut body counts as no answer (status 0). A complete text that is not JSON comes from elsewhere (proxy, captive portal). */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new ApiError(cause instanceof SyntaxError ? response.status : 0, {}, { cause })
  }
}

/**
 * Error code of a forbidden call (403); empty for other statuses. `auth.inactive`: the account was disabled, which ends its session (trust case AUT-13);
 * the sign-in page explains it. `auth.must_change_password`, `auth.second_factor_due`: the person has become an administrator, and their password is too
 * weak for that or their second factor is missing.
 */
async function forbiddenCodeOf(response: Response): Promise<string> {
  return response.status === 403 ? (await errorOf(response.clone())).code : ''
}

interface UntypedInput {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  keepalive?: boolean
}

function urlOf(route: Route, { params, query }: UntypedInput): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return `/api${fillPath(route.path, params as Record<string, string> | undefined)}${entries.length === 0 ? '' : `?${search}`}`
}

async function assertSuccess(response: Response): Promise<Response> {
  if (!response.ok) throw await errorOf(response)
  return response
}
