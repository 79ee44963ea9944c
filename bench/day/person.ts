import { fillPath, routes } from '@parvis/contract'
import { createParser } from 'eventsource-parser'
import { apiAs, type ApiClient } from '../../e2e/support/api.ts'
import type { Credentials } from '../../e2e/support/pages.ts'
import { openReply, type OpenReply } from '../../server/src/testing/reply-client.ts'

/** Durations of the calls in milliseconds, by name. */
export type CallTimes = Map<string, number[]>

/** A signed-in person at work, with a tab that follows changes. */
export type SignedInWorker = {
  /** Makes a call, timed under its method and path. @throws when it is refused */
  api: ApiClient
  /**
   * Sends files to a conversation, timed.
   * @returns the names of the refused files
   */
  addFiles(conversation_id: string, files: readonly { name: string; content: string }[]): Promise<string[]>
  /** Asks a question and reads the whole reply; the time to the first words is recorded. @throws when the reply is cut or refused */
  ask(route: typeof routes.chat.stream | typeof routes.chat.libraryStream, body: object): Promise<OpenReply>
  /** Resolves with the milliseconds until the tab is notified that answers of `path` have changed. Rejects after `limitMs`. */
  waitForChange(path: string, limitMs: number): Promise<number>
  /** Closes the tab. */
  leave(): void
}

/** Signs in, timed, and opens a tab. */
export async function startWorker(origin: string, credentials: Credentials, times: CallTimes): Promise<SignedInWorker> {
  const record = (name: string, ms: number) => void (times.get(name)?.push(ms) ?? times.set(name, [ms]))
  const timed = async <T>(name: string, action: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const answer = await action()
    record(name, performance.now() - startedAt)
    return answer
  }
  const signedIn = await timed('se connecter', () => apiAs(origin, credentials))
  const token = signedIn.token
  const api = Object.assign((...[route, input]: Parameters<ApiClient>) => timed(`${route.method} ${route.path}`, () => signedIn(route, input)), {
    origin,
    token,
  }) as ApiClient
  const tab = followChanges(origin, token)
  return {
    api,
    waitForChange: tab.waitForChange,
    leave: tab.leave,
    addFiles: (id, files) =>
      timed('joindre des fichiers', async () => {
        const form = new FormData()
        for (const { name, content } of files) form.append('document', new Blob([content]), name)
        const response = await fetch(`${origin}/api${fillPath(routes.conversations.addFiles.path, { id })}`, {
          method: 'POST',
          body: form,
          headers: { authorization: `Bearer ${token}` },
        })
        if (response.status !== 201) throw new Error(`files: ${response.status} ${await response.text()}`)
        return ((await response.json()) as { refused: { filename: string }[] }).refused.map(({ filename }) => filename)
      }),
    async ask(route, body) {
      const startedAt = performance.now()
      const reply = await openReply(`${origin}/api${route.path}`, token, { body: { client_message_id: crypto.randomUUID(), ...body } })
      if (reply.status !== 200) throw new Error(`${route.path}: ${reply.status}`)
      await reply.until((events) => events.some(({ type }) => type === 'delta'))
      record('premiers mots', performance.now() - startedAt)
      const { cut } = await reply.ended
      const end = reply.events.at(-1)
      if (cut || end?.type !== 'done' || end.status !== 'complete') throw new Error(`${route.path}: cut ${cut}, ${JSON.stringify(end).slice(0, 200)}`)
      return reply
    },
  }
}

function followChanges(origin: string, token: string): Pick<SignedInWorker, 'waitForChange' | 'leave'> {
  const controller = new AbortController()
  const listeners = new Set<{ path: string; onChange: () => void }>()
  const parser = createParser({
    onEvent({ data }) {
      const { changed } = JSON.parse(data) as { changed: string[] }
      for (const listener of listeners) if (changed.some((path) => listener.path.startsWith(path))) listener.onChange()
    },
  })
  const read = async () => {
    const response = await fetch(`${origin}/api${routes.changes.follow.path}?tab=${crypto.randomUUID()}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: controller.signal,
    })
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }))
  }
  // The stream ends when the person leaves. If it is cut earlier, pending waits time out.
  read().catch(() => {})
  return {
    leave: () => controller.abort(),
    waitForChange: (path, limitMs) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const listener = {
          path,
          onChange() {
            clearTimeout(late)
            listeners.delete(listener)
            resolve(performance.now() - startedAt)
          },
        }
        const late = setTimeout(() => {
          listeners.delete(listener)
          reject(new Error(`nothing told of ${path} within ${limitMs} ms`))
        }, limitMs)
        listeners.add(listener)
      }),
  }
}
