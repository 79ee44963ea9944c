import { parentPort, workerData } from 'node:worker_threads'

/** What ten persons do at once to the server, in a thread of their own: the ordinary person is measured in another. */
export type Attack = { name: AttackName; url: string; tokens: string[]; /** Messages that each saves before searching. */ messages: number }
export type AttackName = 'recherches' | 'projets' | 'messages' | 'ouvertures' | 'dépôts'
/** Told once everything is in place, then at the end. */
export type Told = { type: 'ready' } | { type: 'done'; answers: Record<string, number> }

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = () => Array.from({ length: 4 }, () => letters[Math.floor(Math.random() * letters.length)]).join('')
const noise = (characters: number) =>
  Array.from({ length: characters / 5 }, word)
    .join(' ')
    .slice(0, characters)
const messageLength = 99_000
const perConversation = 60

if (parentPort !== null && workerData !== null) await attack(workerData as Attack)

async function attack({ name, url, tokens, messages }: Attack): Promise<void> {
  const answers: Record<string, number> = {}
  let over = false
  const call = async (token: string, method: string, path: string, body?: unknown): Promise<{ id: string }> => {
    const form = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && !form && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
    answers[answer.status] = (answers[answer.status] ?? 0) + 1
    const text = await answer.text()
    return answer.status < 300 && text.startsWith('{') ? (JSON.parse(text) as { id: string }) : { id: '' }
  }
  const newConversation = async (token: string) => (await call(token, 'POST', '/conversations/find-or-create', {})).id
  const save = (token: string, id: string) => call(token, 'POST', `/conversations/${id}/messages`, { role: 'user', content: noise(messageLength) })
  const several = (count: number, work: () => Promise<unknown>) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        while (!over) await work()
      }),
    )
  const fill = async (token: string): Promise<string> => {
    let id = ''
    for (let nth = 0; nth < messages; nth += 1) {
      if (nth % perConversation === 0) id = await newConversation(token)
      await save(token, id)
    }
    return id
  }
  const kinds: Record<AttackName, { prepare?(token: string): Promise<string>; run(token: string, prepared: string): Promise<unknown> }> = {
    recherches: { prepare: fill, run: (token) => several(3, () => call(token, 'GET', '/conversations?search=a%20b%20c%20d%20e%20f%20g%20h')) },
    projets: {
      prepare: async (token) => {
        for (let nth = 0; nth < 150; nth += 1) await call(token, 'POST', '/projects', { name: `Projet ${nth}`, content: noise(100_000) })
        return ''
      },
      run: (token) => several(6, () => call(token, 'GET', '/projects')),
    },
    messages: {
      prepare: newConversation,
      run: (token, id) => several(4, () => save(token, id)),
    },
    ouvertures: { prepare: fill, run: (token, id) => several(2, () => call(token, 'GET', `/conversations/${id}`)) },
    dépôts: {
      run: (token) =>
        several(2, () => {
          const form = new FormData()
          form.append('document', new Blob([noise(400_000)]), 'bruit.txt')
          return call(token, 'POST', '/upload', form)
        }),
    },
  }
  const { prepare, run } = kinds[name]
  const prepared = await Promise.all(tokens.map((token) => prepare?.(token) ?? ''))
  parentPort!.on('message', () => (over = true))
  parentPort!.postMessage({ type: 'ready' } satisfies Told)
  await Promise.all(tokens.map((token, at) => run(token, prepared[at]!)))
  parentPort!.postMessage({ type: 'done', answers } satisfies Told)
  parentPort!.close()
}
