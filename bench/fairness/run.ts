import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { startServer, type AppServer } from '../../e2e/support/servers/server.ts'
import type { BenchReport } from '../report.ts'
import type { Attack, AttackName, AttackMessage } from './hostile.ts'

const attacks: AttackName[] = ['recherches', 'projets', 'messages', 'ouvertures', 'dépôts']
const hostileAccounts = 10
const seconds = 15
const pauseMs = 10
const password = 'Genêt-82-Torrent-mauve'
const ownPassword = 'Tilleul-47-Ruisseau-ocre'
/** Promised times of a small call of an ordinary person, in milliseconds, whatever the others do. */
const promised = { p99: 200, max: 500 }

/**
 * Measures small calls of one ordinary person (health, profile, opening a conversation, saving a message), alone, then while ten others do the worst that
 * their accounts allow. On the embedded engine, in one run.
 * @param size number of messages of 99 kB that each attacker saves before searching
 */
export async function benchFairness(size = '60', only?: string): Promise<BenchReport> {
  const server = await startServer()
  const rows: Record<string, unknown>[] = []
  const failures: string[] = []
  try {
    const person = await newAccount(server, 'agente')
    const conversation = await post(server, person, '/conversations/find-or-create', {})
    const call = smallCalls(server, person, (conversation as { id: string }).id)
    await measure(call, () => sleep(2_000))
    const baselineTimes = await measure(call, () => sleep(seconds * 1_000))
    rows.push(rowOf('seule', baselineTimes, baselineTimes, ''))
    for (const name of attacks.filter((attack) => only === undefined || only === attack)) {
      const tokens = await Promise.all(Array.from({ length: hostileAccounts }, (_, index) => newAccount(server, `${attacks.indexOf(name)}x${index}`)))
      const worker = new Worker(new URL('hostile.ts', import.meta.url), {
        workerData: { name, url: server.url, tokens, messages: Number(size) } satisfies Attack,
      })
      const [message] = (await Promise.race([once(worker, 'message'), once(worker, 'error').then(([error]) => Promise.reject(error as Error))])) as [
        AttackMessage,
      ]
      if (message.type !== 'ready') throw new Error(`the attack ${name} did not begin`)
      const refused: string[] = []
      const times = await measure(call, () => sleep(seconds * 1_000), refused)
      if (refused.length > 0) failures.push(`« ${name} » : ${refused.length} appels de la personne refusés (${refused[0]})`)
      worker.postMessage('stop')
      const [{ answers }] = (await once(worker, 'message')) as [Extract<AttackMessage, { type: 'done' }>]
      const row = rowOf(
        name,
        times,
        baselineTimes,
        Object.entries(answers)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
      )
      rows.push(row)
      if (row.p99_ms > promised.p99) failures.push(`« ${name} » : p99 de ${row.p99_ms} ms (${promised.p99} promis)`)
      if (row.max_ms > promised.max) failures.push(`« ${name} » : ${row.max_ms} ms au plus long (${promised.max} promis)`)
    }
  } finally {
    await server.close()
  }
  return {
    name: 'fairness',
    title: 'Une personne pendant que dix autres abusent',
    rows,
    failures,
    note: `Petits appels d’une personne pendant ${seconds} s, sur la base embarquée. Chacune des dix autres : ${size} messages de 99 ko puis trois recherches de huit mots à la fois ; 150 projets de 100 ko puis six lectures de la liste à la fois ; quatre messages de 99 ko à la fois ; deux ouvertures à la fois d’une conversation de 6 Mo ; deux dépôts de 400 ko de bruit à la fois.`,
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

async function post(server: AppServer, token: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${server.url}/api${path}`, { method: 'POST', headers: headersOf(token), body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

let admin: string | null = null
/**
 * Creates an account through the administrator.
 * @returns its access token
 */
async function newAccount(server: AppServer, username: string): Promise<string> {
  const signIn = async (name: string, secret: string) =>
    ((await post(server, '', '/auth/login', { username: name, password: secret })) as { access_token: string }).access_token
  admin ??= await signIn('admin', server.adminPassword)
  await post(server, admin, '/users', { username, email: `${username}@exemple.fr`, password, first_name: '', last_name: '', is_admin: false, is_active: true })
  // An account with an assigned password must change it first.
  await post(server, await signIn(username, password), '/auth/change-password', { current_password: password, new_password: ownPassword })
  return signIn(username, ownPassword)
}

type CallTimes = Record<string, number[]>

function smallCalls(server: AppServer, token: string, conversation: string): Record<string, () => Promise<Response>> {
  const get = (path: string) => () => fetch(`${server.url}/api${path}`, { headers: headersOf(token) })
  return {
    santé: get('/health'),
    profil: get('/profile'),
    ouvrir: get(`/conversations/${conversation}`),
    enregistrer: () =>
      fetch(`${server.url}/api/conversations/${conversation}/messages`, {
        method: 'POST',
        headers: headersOf(token),
        body: JSON.stringify({ role: 'user', content: 'Bonjour' }),
      }),
  }
}

/**
 * Makes the calls in turn while `during` runs.
 * @param refused receives the calls that failed
 */
async function measure(calls: Record<string, () => Promise<Response>>, during: () => Promise<unknown>, refused: string[] = []): Promise<CallTimes> {
  let over = false
  const end = during().then(() => (over = true))
  const times: CallTimes = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
  for (const names = Object.keys(calls), at = { nth: 0 }; !over; at.nth += 1) {
    const name = names[at.nth % names.length]!
    const startedAt = performance.now()
    const answer = await calls[name]!()
    await answer.arrayBuffer()
    times[name]!.push(performance.now() - startedAt)
    if (!answer.ok) refused.push(`${name} : ${answer.status}`)
    await sleep(pauseMs)
  }
  await end
  return times
}

function rowOf(name: string, times: CallTimes, baselineTimes: CallTimes, answers: string) {
  const all = Object.values(times).flat()
  const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => at(all, share)) as [number, number, number]
  const ratio = (share: number) => `× ${(at(all, share) / at(Object.values(baselineTimes).flat(), share)).toFixed(1)}`
  return {
    les_dix_autres: name,
    appels: all.length,
    p50_ms: Math.round(p50 * 10) / 10,
    p50_ratio: ratio(0.5),
    p99_ms: Math.round(p99),
    p99_ratio: ratio(0.99),
    max_ms: Math.round(max),
    ...Object.fromEntries(Object.entries(times).map(([call, values]) => [`${call}_p99_ms`, Math.round(at(values, 0.99))])),
    leurs_réponses: answers,
  }
}
