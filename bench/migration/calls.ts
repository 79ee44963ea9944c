import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '@parvis/french-search/bench'

const callers = 4
const thinkMs = 50
/** Calls in the order in which they are made, repeatedly. */
const turns = ['lister', 'ouvrir', 'chercher', 'ouvrir', 'lister', 'ouvrir', 'chercher', 'se connecter'] as const
export type Call = (typeof turns)[number]
const questions = ['cimetiere', 'délibération', 'commune', 'conseil munic', 'introuvable']

/** Times in milliseconds of each call answered, and a sentence for each failed one. */
export type Asked = { times: Map<Call, number[]>; failed: string[] }

/** An active account, with at least one of its conversations. */
export type Person = { username: string; password: string; token: string; conversations: readonly string[] }

export const nothingAsked = (): Asked => ({ times: new Map(), failed: [] })

/** Makes calls as people at work, four at a time with a short pause between calls, until `isOver` returns true. Calls in progress then complete. */
export async function askMeanwhile(port: number, people: readonly Person[], asked: Asked, isOver: () => boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: callers }, async (_, place) => {
      for (let turn = place * 3; !isOver(); turn += 1) {
        const person = people[(turn * callers + place) % people.length]!
        const call = turns[turn % turns.length]!
        const began = performance.now()
        try {
          await ask(port, person, call, turn)
          asked.times.set(call, [...(asked.times.get(call) ?? []), performance.now() - began])
        } catch (error) {
          asked.failed.push(`${call} : ${error instanceof Error ? error.message : String(error)}`)
        }
        await sleep(thinkMs)
      }
    }),
  )
}

async function ask(port: number, { username, password, token, conversations }: Person, call: Call, turn: number): Promise<void> {
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

type Summary = { what: Call; calls: number; p50_ms: number; p95_ms: number; max_ms: number }

export function summary({ times }: Asked): Summary[] {
  return [...times].map(([what, ms]) => ({
    what,
    calls: ms.length,
    p50_ms: round(percentile(ms, 0.5)),
    p95_ms: round(percentile(ms, 0.95)),
    max_ms: round(Math.max(...ms)),
  }))
}
const round = (ms: number) => Math.round(ms * 10) / 10
