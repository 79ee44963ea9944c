import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '@parvis/french-search/bench'

const callers = 4
const thinkMs = 50
/** Calls in the order in which they are made, repeatedly. */
const callSequence = ['lister', 'ouvrir', 'chercher', 'ouvrir', 'lister', 'ouvrir', 'chercher', 'se connecter'] as const
export type CallName = (typeof callSequence)[number]
const questions = ['cimetiere', 'délibération', 'commune', 'conseil munic', 'introuvable']

/** Times in milliseconds of each call answered, and a sentence for each failed one. */
export type CallResults = { times: Map<CallName, number[]>; failures: string[] }

/** An active account, with at least one of its conversations. */
export type ActiveAccount = { username: string; password: string; token: string; conversations: readonly string[] }

export const noCalls = (): CallResults => ({ times: new Map(), failures: [] })

/** Makes calls as people at work, four at a time with a short pause between calls, until `isOver` returns true. Calls in progress then complete. */
export async function makeCalls(port: number, people: readonly ActiveAccount[], results: CallResults, isOver: () => boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: callers }, async (_, workerIndex) => {
      for (let step = workerIndex * 3; !isOver(); step += 1) {
        const person = people[(step * callers + workerIndex) % people.length]!
        const call = callSequence[step % callSequence.length]!
        const startedAt = performance.now()
        try {
          await makeCall(port, person, call, step)
          results.times.set(call, [...(results.times.get(call) ?? []), performance.now() - startedAt])
        } catch (error) {
          results.failures.push(`${call} : ${error instanceof Error ? error.message : String(error)}`)
        }
        await sleep(thinkMs)
      }
    }),
  )
}

async function makeCall(port: number, { username, password, token, conversations }: ActiveAccount, call: CallName, turn: number): Promise<void> {
  if (call === 'se connecter') return void (await signIn(port, username, password))
  const id = conversations[(turn * 7919) % conversations.length]!
  if (call === 'ouvrir') return void (await get(port, `/conversations/${id}`, token))
  const search = call === 'chercher' ? `?search=${encodeURIComponent(questions[turn % questions.length]!)}` : ''
  await get(port, `/conversations${search}`, token)
}

/** @throws with the answer when it is an error */
export async function get(port: number, path: string, token: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** @returns an access token */
export async function signIn(port: number, username: string, password: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`/auth/login ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

type Summary = { what: CallName; calls: number; p50_ms: number; p95_ms: number; max_ms: number }

export function summary({ times }: CallResults): Summary[] {
  return [...times].map(([description, ms]) => ({
    what: description,
    calls: ms.length,
    p50_ms: round(percentile(ms, 0.5)),
    p95_ms: round(percentile(ms, 0.95)),
    max_ms: round(Math.max(...ms)),
  }))
}
const round = (ms: number) => Math.round(ms * 10) / 10
