import { password } from '../stream/application.ts'
import { get, signIn, type CallResults, type CallName, type ActiveAccount } from './calls.ts'
import type { InstanceSize } from './seed.ts'

const people = 8
const conversationsLookedAt = 20
/** Maximum length of the list of conversations. */
const maxListLength = 500
const notFound = 404
const maxAttempts = 20

type Listed = { id: string }[]

/** Signs in some accounts of the former database with their passwords, and lists the conversations of each. Failed calls are recorded and retried. */
export async function peopleOf(port: number, size: InstanceSize, results: CallResults): Promise<ActiveAccount[]> {
  const accounts: ActiveAccount[] = []
  for (let index = 0; index < Math.min(people, size.accounts); index += 1) {
    const username = `p${1 + Math.floor((index * size.accounts) / people)}`
    const token = await retryCall('se connecter', results, () => signIn(port, username, password))
    const conversations = ((await retryCall('lister', results, () => get(port, '/conversations', token))) as Listed).map(({ id }) => id)
    accounts.push({ username, password, token, conversations })
  }
  return accounts
}

async function retryCall<T>(call: CallName, callResults: CallResults, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts) throw error
      callResults.failures.push(`${call} : ${String(error)}`)
    }
  }
}

/** Returns sentences on what these people no longer see as before: all their conversations, nobody else's, and the shared resources. */
export async function findAccessLosses(port: number, accounts: readonly ActiveAccount[], size: InstanceSize): Promise<string[]> {
  const problems: string[] = []
  for (const [index, { username, token, conversations }] of accounts.entries()) {
    const expectedCount = Math.min(maxListLength, size.conversations / size.accounts)
    if (conversations.length !== expectedCount) problems.push(`${username} : ${conversations.length} conversations au lieu de ${expectedCount}`)
    const step = Math.max(1, Math.floor(conversations.length / conversationsLookedAt))
    for (const id of conversations.filter((_, position) => position % step === 0)) {
      const { messages } = (await get(port, `/conversations/${id}`, token)) as { messages: { role: string }[] }
      // Nine messages when an answer was rewritten.
      if (messages.length < 9 || messages.length > 10) problems.push(`${username} : une conversation de ${messages.length} messages`)
    }
    const otherId = accounts[(index + 1) % accounts.length]!.conversations[0]!
    const status = await get(port, `/conversations/${otherId}`, token).then(() => 'lue', String)
    if (!status.includes(` ${notFound} `)) problems.push(`${username} : la conversation d’un autre n’est pas introuvable (${status})`)
    for (const [path, things] of [
      ['/assistants', size.assistants],
      ['/prompts', size.prompts],
    ] as const) {
      const { length } = (await get(port, path, token)) as unknown[]
      if (length !== things) problems.push(`${username} : ${length} au lieu de ${things} à ${path}`)
    }
  }
  return problems
}
