import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverEnv, serverOptions, serverScript } from '../../tools/launch/server.mjs'
import { startAndWait } from './processes.ts'

/** Password of the administrator. */
export const password = 'Banc-d-essai-2026-ardoise'
// BENCH_NODE_ARGS adds a profiler.
const serverArgs = [...serverOptions, ...(process.env['BENCH_NODE_ARGS']?.split(' ') ?? [])]
const main = path.resolve(import.meta.dirname, '../..', serverScript)

/** A conversation with an access token of its owner. */
type OwnedConversation = { id: string; token: string }

type Application = {
  port: number
  pid: number
  child: ChildProcess
  token: string
  /** @returns an access token */
  login(username: string, password: string): Promise<string>
  /** Creates conversations, shared in turn by `people` new accounts. */
  newConversations(count: number, people: number): Promise<OwnedConversation[]>
  /** Returns the last reply, as read by its owner. */
  readLastReply(conversation: OwnedConversation): Promise<string>
  /**
   * Sends SIGTERM and waits for the exit.
   * @returns the exit code
   */
  stop(): Promise<number | null>
}

/** Starts the real application with these settings. By default, it uses an embedded database in a temporary directory, deleted at the end. */
export async function startApplication(env: Record<string, string>, nodeArgs: readonly string[] = []): Promise<Application> {
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-'))
  const { child, match } = await startAndWait(process.execPath, [...serverArgs, ...nodeArgs, main], /Parvis est prêt : http:\/\/127\.0\.0\.1:(\d+)/, {
    ...serverEnv,
    ...Object.fromEntries(['PATH', 'HOME', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]])),
    PORT: '0',
    PARVIS_DATA_DIR: path.join(dir, 'data'),
    PARVIS_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
    PARVIS_DEMO: 'false',
    CHAT_MAX_RUNNING: '100000',
    CHAT_MAX_PER_MINUTE: '1000000',
    ...env,
  })
  const port = Number(match[1])
  const base = `http://127.0.0.1:${port}/api`
  const call = async (method: string, route: string, token: string, body?: unknown) => {
    const answer = await fetch(base + route, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const login = async (username: string, secret: string) => String((await call('POST', '/auth/login', '', { username, password: secret }))['access_token'])
  const token = await login('admin', password)
  return {
    port,
    pid: child.pid!,
    child,
    token,
    login,
    async newConversations(count, people) {
      const owners: string[] = []
      for (let index = 0; index < people; index += 1) {
        const username = `agent${index}`
        await call('POST', '/users', token, { username, email: `${username}@ville.example`, password })
        // An assigned password must be changed first.
        const chosen = `${password}-2`
        await call('POST', '/auth/change-password', await login(username, password), { current_password: password, new_password: chosen })
        owners.push(await login(username, chosen))
      }
      const conversations: OwnedConversation[] = []
      for (let index = 0; index < count; index += 1) {
        const owner = owners[index % people]!
        conversations.push({ id: String((await call('POST', '/conversations/find-or-create', owner, {}))['id']), token: owner })
      }
      return conversations
    },
    async readLastReply({ id, token: owner }) {
      const { messages } = (await call('GET', `/conversations/${id}`, owner)) as { messages: { role: string; content: string }[] }
      return messages.findLast((message) => message.role === 'assistant')?.content ?? ''
    },
    async stop() {
      const exit = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await exit
      rmSync(dir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

export function streamBody(conversation_id: string): string {
  return JSON.stringify({
    messageHistory: [{ role: 'user', content: 'Rédigez une note de synthèse sur la voie verte.' }],
    conversation_id,
    client_message_id: randomUUID(),
  })
}
