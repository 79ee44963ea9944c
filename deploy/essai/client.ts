import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Calls of one person to one address: an instance, or nginx. */
export type InstanceClient = ReturnType<typeof onInstance>

export async function signIn(url: string, password: string): Promise<InstanceClient> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  if (!response.ok) throw new Error(`la connexion est refusée\u00a0: ${response.status} ${await response.text()}`)
  return onInstance(url, ((await response.json()) as { access_token: string }).access_token)
}

export function onInstance(url: string, token: string) {
  const call = (route: string, options: RequestInit = {}) =>
    fetch(`${url}/api${route}`, { ...options, headers: { authorization: `Bearer ${token}`, ...(options.headers as Record<string, string>) } })
  const send = (name: string, content: string, category: string) => {
    const form = new FormData()
    form.append('category', category)
    form.append('file', new Blob([content]), name)
    return call('/bibliotheque/upload', { method: 'POST', body: form })
  }
  const accept = async (response: Response, status = 200): Promise<string> => {
    const text = await response.text()
    if (response.status !== status) throw new Error(`réponse ${response.status}\u00a0: ${text.slice(0, 300)}`)
    return text
  }
  const stateOf = async (id: string): Promise<string> =>
    (JSON.parse(await accept(await call(`/bibliotheque/states?ids=${id}`))) as { documents: { state: string }[] }).documents[0]?.state ?? 'absent'
  return {
    token,
    stateOf,
    /** @returns the id of the document */
    upload: async (name: string, content: string, category: string): Promise<string> =>
      (JSON.parse(await accept(await send(name, content, category), 201)) as { document: { id: string } }).document.id,
    /** @returns the sentence of the refusal */
    refusedUpload: async (name: string, content: string, category: string, status: number): Promise<string> =>
      (JSON.parse(await accept(await send(name, content, category), status)) as { message: string }).message,
    readAgain: async (id: string) => void (await accept(await call(`/bibliotheque/documents/${id}/retry`, { method: 'POST' }))),
    async untilIndexed(id: string): Promise<void> {
      for (let tries = 0; (await stateOf(id)) !== 'indexe'; tries += 1) {
        if (tries > 240) throw new Error(`le document est resté «\u00a0${await stateOf(id)}\u00a0»`)
        await wait(500)
      }
    },
    /** @returns the SHA-256 of the file, or the status of the refusal */
    async digestOf(id: string): Promise<string> {
      const response = await call(`/bibliotheque/documents/${id}/download`)
      const content = Buffer.from(await response.arrayBuffer())
      return response.ok ? digest(content) : String(response.status)
    },
    remove: async (id: string) => void (await accept(await call(`/bibliotheque/documents/${id}`, { method: 'DELETE' }))),
    /** Asks a question about a category of the library. @returns the names of the documents cited */
    async ask(question: string, category: string): Promise<string[]> {
      const response = await call('/chat/mistral/stream', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ messageHistory: [{ role: 'user', content: question }], library_category: category }),
      })
      const events = (await accept(response)).split('\n\n').filter((event) => /^event: sources$/m.test(event))
      const sources = events.flatMap((event) => (JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as { sources: { document: string }[] }).sources)
      return [...new Set(sources.map(({ document }) => document))]
    },
  }
}
