import { fillPath, clientErrorSentence, storageKeys, type RouteAnswer, type ErrorBody, type Route } from '@parvis/contract'
import { randomId } from '../random-ids.ts'
import { ApiError } from './api-error.ts'

export interface UploadDeps {
  /** Creates a browser request: unlike `fetch`, it reports upload progress. */
  createRequest: () => XMLHttpRequest
  /** Current access token. */
  access: () => string | null
  /**
   * Renews the session, or waits for the person to sign in again. Resolves even if neither succeeded. @throws {ApiError} 401 when another person signed in
   */
  renew: () => Promise<void>
}

interface UploadOptions {
  /** Path parameters. */
  params?: Record<string, string>
  /** Called with the upload progress, from 0 to 100. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

const uploadIds = new WeakMap<File, string>()

/**
 * Form that uploads a file, with its text fields first because the server reads in order. The same `File` always gets the same upload id, so that a retry
 * after a lost answer creates no duplicate.
 */
export function uploadForm(part: string, file: File, texts: Readonly<Record<string, string>> = {}): FormData {
  const name = uploadIds.get(file) ?? randomId()
  uploadIds.set(file, name)
  const form = new FormData()
  for (const [field, text] of Object.entries({ client_upload_id: name, ...texts })) form.set(field, text)
  form.set(part, file)
  return form
}

/**
 * Uploads files. After a 401, renews the session and sends the request once more, like any call (specification, chapter 7).
 * @throws {ApiError}; the abort error of `signal`
 */
export async function uploadFiles<R extends Route>(deps: UploadDeps, route: R, form: FormData, options: UploadOptions): Promise<RouteAnswer<R>> {
  const token = deps.access()
  try {
    return await send<R>(deps, route, form, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await Promise.race([deps.renew(), rejectOnAbort(options.signal)])
    if (deps.access() === null || deps.access() === token) throw error
    return send<R>(deps, route, form, options)
  }
}

function send<R extends Route>(
  { createRequest, access }: UploadDeps,
  route: R,
  form: FormData,
  { params, onProgress, signal }: UploadOptions,
): Promise<RouteAnswer<R>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const request = createRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress((loaded / total) * 100)
    })
    request.addEventListener('load', () => {
      const body = parseObject(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as RouteAnswer<R>)
      else reject(new ApiError(request.status, body as Partial<ErrorBody>))
    })
    request.addEventListener('error', () => reject(new ApiError(0)))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.open(route.method, `/api${fillPath(route.path, params)}`)
    const bearer = access()
    if (bearer !== null) request.setRequestHeader('Authorization', `Bearer ${bearer}`)
    request.send(form)
  })
}

function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

interface UploadSession {
  verify: (force: boolean) => Promise<void>
  state: () => { user: { id: string } | null }
}

/** `UploadDeps` of a browser, over the session of the tab. Must be created at the time of the upload, as it is bound to the person then signed in. */
export function browserUpload(session: UploadSession): UploadDeps {
  const senderId = session.state().user?.id
  return {
    createRequest: () => new XMLHttpRequest(),
    access: () => localStorage.getItem(storageKeys.access),
    async renew() {
      await session.verify(true)
      // Another person has signed in: the upload of the first one must not be sent in their name.
      if (session.state().user?.id !== senderId) throw new ApiError(401, { error: clientErrorSentence('auth.expired') })
    },
  }
}
