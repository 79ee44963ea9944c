import { routes } from '@parvis/contract'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { apiAs, createAccount, uniqueSuffix, type ApiClient } from '../api.ts'
import { type OutboxMail, startServer, type AppServer } from './server.ts'
import type { Credentials } from '../pages.ts'
import { atWorkerEnd } from './environment.ts'

// A server costs three seconds of processor time and a copy of the data. In each worker, the files whose tests change only the data of their own accounts
// share one server, one file after the other. These accounts are deleted after each file.

export type BorrowedServer = {
  /** URL without a trailing slash. */
  readonly url: string
  readonly port: number
  /** API client of the initial administrator, to prepare data. */
  readonly admin: ApiClient
  /** An administrator of this file only, with its own pages and data; created at the first call. */
  administrator(): Promise<Credentials>
  /** Mails « sent » by the server, oldest first. Those of previous files may be included, to accounts that no longer exist. */
  outbox(): Promise<OutboxMail[]>
  /** Returns the server: deletes every account that the file created, with its data. */
  close(): Promise<void>
}

type SharedServer = { server: AppServer; initialState: string; accounts: Set<string> }

let shared: Promise<SharedServer> | undefined
let isBorrowed = false

/**
 * Borrows the server of this worker, in the state of a first start: only its administrator, with the demonstration data. For tests that leave settings and
 * shared data unchanged, or restore them. A test file needs its own server (`startServer`) if it reads the audit trail, statistics or output of the
 * server, stops it, or changes its settings. If the state has changed when the server is returned, it is closed and the next file gets a new one.
 */
export async function borrowServer(): Promise<BorrowedServer> {
  // The previous file failed at its start and did not return the server.
  if (isBorrowed) shared = undefined
  isBorrowed = true
  shared ??= start()
  const { server, initialState, accounts } = await shared.catch((error: unknown) => {
    shared = undefined
    throw error
  })
  const admin = await apiAs(server.url, server.root)
  let fileAdministrator: Promise<Credentials> | undefined
  return {
    url: server.url,
    port: server.port,
    admin,
    administrator: () => (fileAdministrator ??= createAccount(admin, `direction.${uniqueSuffix()}`, { is_admin: true })),
    outbox: () => server.outbox(),
    async close() {
      isBorrowed = false
      if (await isAsInitially(server, accounts, initialState).catch(() => false)) return
      shared = undefined
      await server.close()
    },
  }
}

async function start(): Promise<SharedServer> {
  const server = await startServer()
  // A killed worker runs no clean-up.
  const abandon = (by: unknown) => {
    void server.kill9()
    rmSync(dirname(server.dataDir), { recursive: true, force: true, maxRetries: 5 })
    if (by === 'SIGTERM') process.kill(process.pid, by)
  }
  const ends = ['exit', 'SIGTERM'] as const
  for (const end of ends) process.once(end, abandon)
  atWorkerEnd(async () => {
    for (const end of ends) process.off(end, abandon)
    await server.close()
  })
  const admin = await apiAs(server.url, server.root)
  return { server, accounts: new Set((await accountsOf(admin)).map(({ id }) => id)), initialState: await sharedState(admin) }
}

async function isAsInitially(server: AppServer, accounts: Set<string>, initialState: string): Promise<boolean> {
  // A new sign-in, because the first session may have expired.
  const admin = await apiAs(server.url, server.root)
  for (const { id } of await accountsOf(admin))
    if (!accounts.has(id)) await admin(routes.users.remove, { params: { id }, query: { shared_documents: 'delete' } })
  return (await sharedState(admin)) === initialState
}

async function accountsOf(admin: ApiClient): Promise<{ id: string }[]> {
  const { users, pages } = await admin(routes.users.list, { query: { per_page: 100 } })
  for (let page = 2; page <= pages; page += 1) users.push(...(await admin(routes.users.list, { query: { page, per_page: 100 } })).users)
  return users
}

/** Serialises the shared data, without usage counts, to compare two states. */
async function sharedState(admin: ApiClient): Promise<string> {
  const lists = await Promise.all([
    admin(routes.instance.info),
    admin(routes.assistants.list, { query: {} }),
    admin(routes.assistantCategories.list),
    admin(routes.documentCategories.list),
    admin(routes.documents.list, { query: {} }),
    admin(routes.prompts.list),
    admin(routes.letterheads.list),
    admin(routes.announcements.current),
    admin(routes.feedback.counts),
    admin(routes.library.uploads),
    admin(routes.projects.list),
    admin(routes.teams.list),
    admin(routes.conversations.list, { query: {} }),
  ])
  return JSON.stringify(lists, (name, value: unknown) => (name === 'usage_count' ? undefined : value))
}
