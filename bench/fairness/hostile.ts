import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Attack of ten accounts on the server, run in its own thread; the ordinary person is measured in another one. */
export type Attack = { name: AttackName; url: string; tokens: string[]; /** Number of messages that each account saves before searching. */ messages: number }
export type AttackName = 'recherches' | 'projets' | 'messages' | 'ouvertures' | 'dépôts'
/** Message of the thread: `ready` once everything is prepared, `done` at the end. */
export type AttackMessage = { type: 'ready' } | { type: 'done'; answers: Record<string, number> }

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = () => Array.from({ length: 4 }, () => letters[Math.floor(Math.random() * letters.length)]).join('')
const noise = (characters: number) =>
  Array.from({ length: characters / 5 }, word)
    .join(' ')
    .slice(0, characters)
const messageLength = 99_000
const perConversation = 60

async function attack({ name, url, tokens, messages }: Attack): Promise<void> {
  const answers: Record<string, number> = {}
  let isOver = false
  const call = async (token: string, method: string, path: string, body?: unknown): Promise<string> => {
    const prepared = body instanceof Upload ? body : body === undefined ? undefined : { type: 'application/json', bytes: JSON.stringify(body) }
    const { status, text } = await send(`${url}/api${path}`, method, token, prepared)
    answers[status] = (answers[status] ?? 0) + 1
    return text
  }
  const newConversation = async (token: string) => (JSON.parse(await call(token, 'POST', '/conversations/find-or-create', {})) as { id: string }).id
  const save = (token: string, id: string, content = noise(messageLength)) => call(token, 'POST', `/conversations/${id}/messages`, { role: 'user', content })
  const someNoise = Array.from({ length: 50 }, () => noise(messageLength))
  const uploads = Array.from({ length: 10 }, () => new Upload('bruit.txt', noise(400_000)))
  const oneOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]!
  const several = (count: number, work: () => Promise<unknown>) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        while (!isOver) await work()
      }),
    )
  const fill = async (token: string): Promise<string> => {
    let id = ''
    for (let index = 0; index < messages; index += 1) {
      if (index % perConversation === 0) id = await newConversation(token)
      await save(token, id)
    }
    return id
  }
  const kinds: Record<AttackName, { prepare?(token: string): Promise<string>; run(token: string, prepared: string): Promise<unknown> }> = {
    recherches: { prepare: fill, run: (token) => several(3, () => call(token, 'GET', '/conversations?search=a%20b%20c%20d%20e%20f%20g%20h')) },
    projets: {
      prepare: async (token) => {
        for (let index = 0; index < 150; index += 1) await call(token, 'POST', '/projects', { name: `Projet ${index}`, content: noise(100_000) })
        return ''
      },
      run: (token) => several(6, () => call(token, 'GET', '/projects')),
    },
    messages: {
      prepare: newConversation,
      run: (token, id) => several(4, () => save(token, id, oneOf(someNoise))),
    },
    ouvertures: { prepare: fill, run: (token, id) => several(2, () => call(token, 'GET', `/conversations/${id}`)) },
    dépôts: { run: (token) => several(2, () => call(token, 'POST', '/upload', oneOf(uploads))) },
  }
  const { prepare, run } = kinds[name]
  const prepared = await Promise.all(tokens.map((token) => prepare?.(token) ?? ''))
  parentPort!.on('message', () => (isOver = true))
  parentPort!.postMessage({ type: 'ready' } satisfies AttackMessage)
  await Promise.all(tokens.map((token, index) => run(token, prepared[index]!)))
  parentPort!.postMessage({ type: 'done', answers } satisfies AttackMessage)
  parentPort!.close()
}

/** A file encoded once as a form upload. */
class Upload {
  readonly type = 'multipart/form-data; boundary=limite'
  readonly bytes: string

  constructor(name: string, content: string) {
    const headers = `Content-Disposition: form-data; name="document"; filename="${name}"\r\nContent-Type: text/plain`
    this.bytes = `--limite\r\n${headers}\r\n\r\n${content}\r\n--limite--\r\n`
  }
}

const agent = new Agent({ keepAlive: true })

/** Makes one call. Only short, uncompressed answers are read: processing them must not use the machine that is measured. */
async function send(url: string, method: string, token: string, body?: { type: string; bytes: string }): Promise<{ status: number; text: string }> {
  const outgoing = request(url, {
    method,
    agent,
    headers: { authorization: `Bearer ${token}`, ...(method === 'GET' && { 'accept-encoding': 'br' }), ...(body && { 'content-type': body.type }) },
  })
  outgoing.end(body?.bytes)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  const isShort = incoming.headers['content-encoding'] === undefined
  incoming.on('data', (piece: Buffer) => isShort && chunks.push(piece))
  await once(incoming, 'end')
  return { status: incoming.statusCode!, text: Buffer.concat(chunks).toString() }
}

if (parentPort !== null && workerData !== null) await attack(workerData as Attack)
