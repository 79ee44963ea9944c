import { fillPath, routes, type Answer, type Params, type Route, type SentBody, type SentQuery } from '@parvis/contract'
import { ApiError, errorOf, isAbort, isPassing } from './api-error.ts'
import { ownerOf, type Tokens, type TokenStore } from './tokens.ts'

type Part<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : undefined extends T
      ? { [P in K]?: T }
      : { [P in K]: T }

/** What a call sends; which parts are needed follows from its route. */
export type Input<R> = Part<'params', Params<R>> &
  Part<'query', SentQuery<R>> &
  Part<'body', SentBody<R> | FormData> & {
    signal?: AbortSignal
    headers?: Record<string, string>
    /** Goes on when the page is left. */
    keepalive?: boolean
  }
/** The input of a call; needed where one of its parts is. */
export type Arguments<R> = Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>]

export interface Client {
  /** Asks, and gives the answer as the contract describes it. @throws {ApiError}; the abort error of `signal`. */
  call: <R extends Route>(route: R, ...input: Arguments<R>) => Promise<Answer<R>>
  /** The same, down to the answer itself: streams and files. Its status is a success. */
  open: <R extends Route>(route: R, ...input: Arguments<R>) => Promise<Response>
}

export interface ClientDeps {
  fetch: typeof fetch
  /** How this tab names itself with what it changes; see `changes.follow` of the contract. */
  tab?: string
  tokens: TokenStore
  /** Runs the function while no other tab runs one. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** The session cannot be saved. Settles true if the person has signed in again: the call is then made once more. */
  onSessionEnd: () => Promise<boolean>
  /** Nothing is answered before the password is changed. */
  onPasswordDue: () => void
}

/** The one door to the server: addresses and types from the contract, bearer, one refresh and one retry on a 401. */
export function createClient({ fetch, tab, tokens, exclusively, onSessionEnd, onPasswordDue }: ClientDeps): Client {
  let refreshing: Promise<boolean> | null = null

  async function send(route: Route, input: LooseInput, bearer: string | null): Promise<Response> {
    const headers = new Headers(input.headers)
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
    if (tab && route.method !== 'GET' && route.kind !== 'stream') headers.set('X-Tab', tab)
    const isForm = input.body instanceof FormData
    if (input.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
    try {
      return await fetch(addressOf(route, input), {
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

  /** True when there is a new access token, ours or another tab's; false when the session is over. */
  function refresh(used: string): Promise<boolean> {
    refreshing ??= exclusively(async () => {
      // Before the answer or after, another tab may have done it, the person may have signed out, somebody else signed in.
      if (tokens.access() === used) {
        const value = tokens.refresh()
        if (value === null) return false
        const response = await send(routes.auth.refresh, { body: { rotation: true } }, value)
        const renewed = response.ok ? ((await response.json()) as Tokens) : await errorOf(response)
        if (tokens.access() === used) {
          // A server that restarts has not ended anybody's session.
          if (isPassing(renewed)) throw renewed
          if (renewed instanceof ApiError) return false
          tokens.save(renewed)
        }
      }
      return tokens.access() !== null
    }).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function authorised(route: Route, input: LooseInput): Promise<Response> {
    const used = tokens.access()
    const response = await send(route, input, used)
    if (response.status !== 401 || (used !== null && !(await refresh(used)))) return response
    const renewed = tokens.access()
    if (renewed === null) return response
    // Somebody else has signed in meanwhile: what one person wrote is not written in the name of another, whose session goes on.
    if (route.method !== 'GET' && ownerOf(renewed) !== ownerOf(used)) throw await errorOf(response)
    return send(route, input, renewed)
  }

  async function open(route: Route, input: LooseInput = {}): Promise<Response> {
    if (route.access === 'public') return succeed(await send(route, input, null))
    let response = await authorised(route, input)
    if ((response.status === 401 || (await refusalOf(response)) === 'auth.inactive') && (await onSessionEnd())) response = await authorised(route, input)
    if (/must_change_password|second_factor_due/.test(await refusalOf(response))) onPasswordDue()
    return succeed(response)
  }

  return {
    open: (route, ...[input]) => open(route, input as LooseInput),
    call: async (route, ...[input]) => (await bodyOf(await open(route, input as LooseInput))) as never,
  }
}

/** What a success carries. Cut on its way it is no answer; a whole text that is not JSON is somebody else's page (a proxy's, a hotel's). */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new ApiError(cause instanceof SyntaxError ? response.status : 0, {}, { cause })
  }
}

/**
 * Why a call is forbidden; empty when it is not. `auth.inactive`: the account was disabled while its session was open, which is over too (trust case AUT-13); sign-in tells why.
 * `auth.must_change_password`, `auth.second_factor_due`: its person became an administrator meanwhile, with a password too weak for that, or
 * without the second factor that it asks for.
 */
async function refusalOf(response: Response): Promise<string> {
  return response.status === 403 ? (await errorOf(response.clone())).code : ''
}

interface LooseInput {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  keepalive?: boolean
}

function addressOf(route: Route, { params, query }: LooseInput): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return `/api${fillPath(route.path, params as Record<string, string> | undefined)}${entries.length === 0 ? '' : `?${search}`}`
}

async function succeed(response: Response): Promise<Response> {
  if (!response.ok) throw await errorOf(response)
  return response
}
