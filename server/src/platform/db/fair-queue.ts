import { AsyncLocalStorage } from 'node:async_hooks'

/** Fair queue of the connections of a pool. */
export type FairQueue = {
  /** Runs `work`. The connections that it takes, now and later, are charged to `person`. */
  onBehalfOf<T>(person: string, work: () => T): T
  /**
   * Runs `work` that the person does not wait for: writing a reply, indexing a document. Its connections are charged to a separate account, so that they
   * do not slow down the person's own calls.
   */
  inBackgroundFor<T>(person: string, work: () => T): T
  /**
   * Waits for a free connection and for its turn. @returns a function that gives the connection back and charges the elapsed time, or `cost`, in
   * milliseconds
   * @throws {Error} when no turn came within the timeout
   */
  acquire(): Promise<(cost?: number) => void>
  /** Suspends the timeout of `acquire` while `work` runs (a backup copy, a start): `work` holds the connections, and will end. */
  suspendTimeouts<T>(work: () => Promise<T>): Promise<T>
}

type QueueAccount = {
  /** Connection time charged to this account, in milliseconds. A new account starts at `floor` minus `creditMs`. */
  usedMs: number
  active: number
  waiters: (() => void)[]
}

/** Account of the server's own work, which gets turns as one person does. */
const serverAccount = ''
/** Number of accounts above which idle ones are deleted. */
const maxAccounts = 1_000
/**
 * Lead of a newly active account over the others, in milliseconds of connection time. A call is half a dozen statements: without the lead, an occasional
 * user would wait, at each one, for a statement of every person who keeps the database busy.
 */
const creditMs = 200

/**
 * Creates a fair queue: a free connection goes to the account that has used the least, and to its oldest request. When one person sends a hundred heavy
 * requests, another person waits only for the statement in progress. This is start-time fair queuing; the credit is the bounded lag of
 * borrowed-virtual-time scheduling (Duda and Cheriton, 1999). Idle accounts save up no more than the credit. No request is refused for its number.
 */
export function createFairQueue(connections: number, timeoutMs: number, now: () => number = () => performance.now()): FairQueue {
  const caller = new AsyncLocalStorage<string>()
  const accounts = new Map<string, QueueAccount>()
  let freeConnections = connections
  /** Number of `suspendTimeouts` calls in progress. */
  let suspensions = 0
  /** Use of the last served account when it was served: the virtual time of the queue. New accounts start slightly below it. */
  let floor = 0

  const accountOf = (person: string): QueueAccount => {
    let account = accounts.get(person)
    if (account === undefined) accounts.set(person, (account = { usedMs: floor - creditMs, active: 0, waiters: [] }))
    if (account.active === 0 && account.waiters.length === 0) account.usedMs = Math.max(account.usedMs, floor - creditMs)
    return account
  }
  const serve = () => {
    while (freeConnections > 0) {
      let next: QueueAccount | undefined
      for (const account of accounts.values()) if (account.waiters.length > 0 && (next === undefined || account.usedMs < next.usedMs)) next = account
      if (next === undefined) return
      freeConnections -= 1
      next.active += 1
      floor = Math.max(floor, next.usedMs)
      next.waiters.shift()!()
    }
  }
  const isAwaited = () => accounts.values().some(({ waiters }) => waiters.length > 0)
  const deleteIdleAccounts = () => {
    for (const [person, { active, waiters, usedMs }] of accounts)
      if (active === 0 && waiters.length === 0 && usedMs <= floor - creditMs) accounts.delete(person)
  }

  return {
    onBehalfOf: (person, work) => caller.run(person, work),
    inBackgroundFor: (person, work) => caller.run(`${person} background`, work),
    acquire() {
      if (accounts.size > maxAccounts) deleteIdleAccounts()
      const person = caller.getStore() ?? serverAccount
      const account = accountOf(person)
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(timer)
          const startedAt = now()
          let isReleased = false
          resolve((cost = now() - startedAt) => {
            if (isReleased) return
            isReleased = true
            freeConnections += 1
            account.active -= 1
            // Time during which no one else waited is not charged. A person with several waiting requests pays for each of them.
            if (isAwaited()) account.usedMs += cost * (person === serverAccount ? 1 : 1 + account.waiters.length)
            serve()
          })
        }
        const expire = () => {
          if (suspensions > 0) return void (timer = setTimeout(expire, timeoutMs))
          account.waiters.splice(account.waiters.indexOf(start), 1)
          reject(new Error(`no connection in ${timeoutMs} ms`))
        }
        let timer = setTimeout(expire, timeoutMs)
        account.waiters.push(start)
        serve()
      })
    },
    async suspendTimeouts(work) {
      suspensions += 1
      try {
        return await work()
      } finally {
        suspensions -= 1
      }
    },
  }
}
