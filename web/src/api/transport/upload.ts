import { fillPath, ownSentence, storageKeys, type Answer, type ErrorBody, type Route } from '@parvis/contract'
import { drawName } from '../draw-name.ts'
import { ApiError } from './api-error.ts'

export interface UploadDeps {
  /** A request of the browser: only this one tells how much of a file has left. */
  createRequest: () => XMLHttpRequest
  /** The access token, as it is now. */
  access: () => string | null
  /** Renews the session, or waits for the person to sign in again. Settles when there is nothing more to hope for. @throws when somebody else did */
  renew: () => Promise<void>
}

interface UploadOptions {
  /** Of the path. */
  params?: Record<string, string>
  /** Share of the files that has left, from 0 to 100. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

const names = new WeakMap<File, string>()

/**
 * The form that sends a file, its texts first: the server reads in order. Whenever the same file is sent again it has the same name:
 * it may have arrived, and the answer been lost.
 */
export function formOf(part: string, file: File, texts: Readonly<Record<string, string>> = {}): FormData {
  const name = names.get(file) ?? drawName()
  names.set(file, name)
  const form = new FormData()
  for (const [field, text] of Object.entries({ client_upload_id: name, ...texts })) form.set(field, text)
  form.set(part, file)
  return form
}

/**
 * Sends files. After a 401 the session is renewed and the request made once more, as for any call (specification, chapter 7).
 * @throws {ApiError}; the abort error of `signal`
 */
export async function uploadFiles<R extends Route>(deps: UploadDeps, route: R, form: FormData, options: UploadOptions): Promise<Answer<R>> {
  const used = deps.access()
  try {
    return await send<R>(deps, route, form, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await Promise.race([deps.renew(), aborted(options.signal)])
    if (deps.access() === null || deps.access() === used) throw error
    return send<R>(deps, route, form, options)
  }
}

function send<R extends Route>(
  { createRequest, access }: UploadDeps,
  route: R,
  form: FormData,
  { params, onProgress, signal }: UploadOptions,
): Promise<Answer<R>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const request = createRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress((loaded / total) * 100)
    })
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as Answer<R>)
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

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

interface Seated {
  verify: (force: boolean) => Promise<void>
  state: () => { user: { id: string } | null }
}

/** `UploadDeps` of a browser, around the session of the tab; to be made when something is sent, for whom it is then. */
export function browserUpload(session: Seated): UploadDeps {
  const sender = session.state().user?.id
  return {
    createRequest: () => new XMLHttpRequest(),
    access: () => localStorage.getItem(storageKeys.access),
    async renew() {
      await session.verify(true)
      // Somebody else has signed in: what one person was sending is not sent in the name of another.
      if (session.state().user?.id !== sender) throw new ApiError(401, { error: ownSentence('auth.expired') })
    },
  }
}
