import { percentile } from '@parvis/french-search/bench'
import { randomUUID } from 'node:crypto'

/** Operations with their frequency, in percent. */
const shares = { lister: 30, ouvrir: 40, envoyer: 15, chercher: 15 } as const
export type Operation = keyof typeof shares
/** Queries from the rarest word to one that is everywhere, then two words, the last one incomplete. */
const questions = ['abrogation', 'cimetiere', 'délibération', 'commune', 'les', 'conseil munic', 'introuvable']

type TrafficOptions = {
  port: number
  /** Access tokens, one for each account. */
  tokens: readonly string[]
  /** Number of simultaneous accounts. Each alternates with the other accounts of its share after each operation. */
  atOnce: number
  seconds: number
}
/** Milliseconds of each call, from the request to the last byte. `premier mot`: to the first byte of an answer. */
export type OperationTimes = Map<Operation | 'premier mot', number[]>

/** Runs mixed lists, opens, sends and searches, without pause. */
export async function mixedTraffic({ port, tokens, atOnce, seconds }: TrafficOptions): Promise<OperationTimes> {
  const times: OperationTimes = new Map()
  const record = (operation: Operation | 'premier mot', ms: number) => times.set(operation, [...(times.get(operation) ?? []), ms])
  const deadline = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: Math.min(atOnce, tokens.length) }, async (_, workerIndex) => {
      const sessions = tokens.filter((_token, index) => index % atOnce === workerIndex).map((token) => ({ token, ids: [] as string[] }))
      for (let step = workerIndex * 31; performance.now() < deadline; step += 1) {
        const session = sessions[step % sessions.length]!
        const { token, ids } = session
        const operation = ids.length === 0 ? 'lister' : operationOf((step * 37) % 100)
        const id = ids[(step * 7919) % ids.length]!
        const startedAt = performance.now()
        if (operation === 'lister') session.ids = ((await call('/conversations', token)) as { id: string }[]).map((conversation) => conversation.id)
        else if (operation === 'ouvrir') await call(`/conversations/${id}`, token)
        else if (operation === 'chercher') await call(`/conversations?search=${encodeURIComponent(questions[(step * 13) % questions.length]!)}`, token)
        else record('premier mot', await send(id, token))
        record(operation, performance.now() - startedAt)
      }
    }),
  )
  return times

  async function call(path: string, token: string): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  /** @returns milliseconds to the first byte */
  async function send(conversation_id: string, token: string): Promise<number> {
    const startedAt = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/api/chat/mistral/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messageHistory: [{ role: 'user', content: 'Bonjour' }], conversation_id, client_message_id: randomUUID() }),
    })
    if (!answer.ok) throw new Error(`send: ${answer.status} ${await answer.text()}`)
    let first = NaN
    for await (const _piece of answer.body!) if (Number.isNaN(first)) first = performance.now() - startedAt
    return first
  }
}

function operationOf(draw: number): Operation {
  let remaining = draw
  for (const [operation, share] of Object.entries(shares)) if ((remaining -= share) < 0) return operation as Operation
  return 'ouvrir'
}

export function summary(times: OperationTimes): Record<string, number | string>[] {
  return [...times].map(([operation, ms]) => ({
    operation,
    calls: ms.length,
    p50_ms: percentile(ms, 0.5).toFixed(1),
    p95_ms: percentile(ms, 0.95).toFixed(1),
    max_ms: Math.max(...ms).toFixed(0),
  }))
}
