import { routes } from '@parvis/contract'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { apiAs, createAccount, suffix, type Api } from '../api.ts'
import type { Mail } from './outbox.ts'
import type { Credentials } from '../pages.ts'
import { startServer, type AppServer } from './server.ts'
import { atWorkerEnd } from './worker-end.ts'

// A server costs three seconds of processor and a copy of the data. Files whose journeys change nothing but what belongs to
// people share one in each worker, one file after the other; what each leaves is removed before the next.

export type BorrowedServer = {
  /** Where it listens, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** The administrator of the installation, to prepare what journeys find. */
  readonly admin: Api
  /** An administrator of this file's own, whose pages and rows are nobody else's; made at the first need. */
  administrator(): Promise<Credentials>
  /** The mails that it has « sent », oldest first: a file before this one may have left some of its own, to people who are no longer there. */
  outbox(): Promise<Mail[]>
  /** Gives it back: removes every account that the file made, with all that belongs to them. */
  close(): Promise<void>
}

type Shared = { server: AppServer; initialState: string; accounts: Set<string> }

let shared: Promise<Shared> | undefined
let isLent = false

/**
 * Lends the server of this worker, as a first start leaves an instance: nobody but its administrator, the demonstration in place.
 * For journeys that touch neither settings nor what is everybody's, or put it back; a file that reads the log of the acts, the
 * figures of all or what the server writes, that stops it or sets it otherwise, has a server of its own (`startServer`).
 * An instance that does not come back as it was is closed, and the next file has another.
 */
export async function borrowServer(): Promise<BorrowedServer> {
  // A file that could not begin gave nothing back.
  if (isLent) shared = undefined
  isLent = true
  shared ??= start()
  const { server, initialState, accounts } = await shared.catch((error: unknown) => {
    shared = undefined
    throw error
  })
  const admin = await apiAs(server.url, server.root)
  let own: Promise<Credentials> | undefined
  return {
    url: server.url,
    port: server.port,
    admin,
    administrator: () => (own ??= createAccount(admin, `direction.${suffix()}`, { is_admin: true })),
    outbox: () => server.outbox(),
    async close() {
      isLent = false
      if (await isAsInitially(server, accounts, initialState).catch(() => false)) return
      shared = undefined
      await server.close()
    },
  }
}

async function start(): Promise<Shared> {
  const server = await startServer()
  // A worker that is ended before its time closes nothing.
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
  // Signed in anew: the session of the beginning may have run out.
  const admin = await apiAs(server.url, server.root)
  for (const { id } of await accountsOf(admin))
    if (!accounts.has(id)) await admin(routes.users.remove, { params: { id }, query: { shared_documents: 'delete' } })
  return (await sharedState(admin)) === initialState
}

async function accountsOf(admin: Api): Promise<{ id: string }[]> {
  const { users, pages } = await admin(routes.users.list, { query: { per_page: 100 } })
  for (let page = 2; page <= pages; page += 1) users.push(...(await admin(routes.users.list, { query: { page, per_page: 100 } })).users)
  return users
}

/** What belongs to everybody, in one text: two of them are the same when nothing of it has changed but how often it was used. */
async function sharedState(admin: Api): Promise<string> {
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
