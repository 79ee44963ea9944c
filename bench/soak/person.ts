import type { Credentials } from '../../e2e/support/pages.ts'
import { openReply, type OpenReply } from '../../server/src/testing/reply-client.ts'

/** A person who uses the application over HTTP, in a session that is renewed before it ends. */
export type SoakPerson = {
  url: string
  /** Makes a call and returns the answer, whatever its status. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; json: Record<string, unknown> }>
  /** Makes a call. @throws when it is refused, with the name of the call */
  callOrThrow<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  upload(name: string, content: string): Promise<{ status: number; json: Record<string, unknown> }>
  ask(conversation_id: string, content: string): Promise<OpenReply>
  follow(stream_id: string, lastEventId: number): Promise<OpenReply>
  /** Renews the session when it is about to end. */
  renewSession(): Promise<void>
}

/** Age at which a session is renewed, in milliseconds; it lasts fifteen minutes. */
const sessionMs = 10 * 60_000

export async function createPerson(url: string, credentials: Credentials): Promise<SoakPerson> {
  let token = ''
  let lastSeenAt = -Infinity
  const read = async (response: Response) => ({ status: response.status, json: (await response.json().catch(() => ({}))) as Record<string, unknown> })
  const person: SoakPerson = {
    url,
    async call(method, path, body, headers = {}) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return read(response)
    },
    async callOrThrow<T>(method: string, path: string, body?: unknown) {
      const { status, json } = await person.call(method, path, body)
      if (status >= 300) throw new Error(`${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}: ${status} ${String(json['code'])}`)
      return json as T
    },
    async upload(name, content) {
      const form = new FormData()
      form.append('document', new Blob([content]), name)
      const response = await fetch(`${url}/api/upload`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${token}` },
      })
      return read(response)
    },
    ask: (conversation_id, content) =>
      openReply(`${url}/api/chat/mistral/stream`, token, { body: { conversation_id, messageHistory: [{ role: 'user', content }] } }),
    follow: (stream_id, lastEventId) => openReply(`${url}/api/streams/${stream_id}`, token, { lastEventId }),
    async renewSession() {
      if (performance.now() - lastSeenAt < sessionMs) return
      const { access_token } = await person.callOrThrow<{ access_token: string }>('POST', '/auth/login', credentials)
      token = access_token
      lastSeenAt = performance.now()
    },
  }
  await person.renewSession()
  return person
}
