import { AsyncLocalStorage } from 'node:async_hooks'

/** Fair queue of the connections of a pool. */
export type FairTurns = {
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
  take(): Promise<(cost?: number) => void>
  /** Suspends the timeout of `take` while `work` runs (a backup copy, a start): `work` holds the connections, and will end. */
  whileAllWait<T>(work: () => Promise<T>): Promise<T>
}

type Account = {
  /** Connection time charged to this account, in milliseconds. A new account starts at `floor` minus `credit`. */
  used: number
  held: number
  waiting: (() => void)[]
}

/** Account of the server's own work, which gets turns as one person does. */
const server = ''
/** Number of accounts above which idle ones are deleted. */
const accountsKept = 1_000
/**
 * Lead of a newly active account over the others, in milliseconds of connection time. A call is half a dozen statements: without the lead, an occasional
 * user would wait, at each one, for a statement of every person who keeps the database busy.
 */
const credit = 200

/**
 * Creates a fair queue: a free connection goes to the account that has used the least, and to its oldest request. When one person sends a hundred heavy
 * requests, another person waits only for the statement in progress. This is start-time fair queuing; the credit is the bounded lag of
 * borrowed-virtual-time scheduling (Duda and Cheriton, 1999). Idle accounts save up no more than the credit. No request is refused for its number.
 */
export function createFairTurns(connections: number, timeoutMs: number, now: () => number = () => performance.now()): FairTurns {
  const caller = new AsyncLocalStorage<string>()
  const accounts = new Map<string, Account>()
  let free = connections
  /** Number of `whileAllWait` calls in progress. */
  let holds = 0
  /** Use of the last served account when it was served: the virtual time of the queue. New accounts start slightly below it. */
  let floor = 0

  const accountOf = (person: string): Account => {
    let account = accounts.get(person)
    if (account === undefined) accounts.set(person, (account = { used: floor - credit, held: 0, waiting: [] }))
    if (account.held === 0 && account.waiting.length === 0) account.used = Math.max(account.used, floor - credit)
    return account
  }
  const serve = () => {
    while (free > 0) {
      let next: Account | undefined
      for (const account of accounts.values()) if (account.waiting.length > 0 && (next === undefined || account.used < next.used)) next = account
      if (next === undefined) return
      free -= 1
      next.held += 1
      floor = Math.max(floor, next.used)
      next.waiting.shift()!()
    }
  }
  const isAwaited = () => accounts.values().some(({ waiting }) => waiting.length > 0)
  const forgetTheIdle = () => {
    for (const [person, { held, waiting, used }] of accounts) if (held === 0 && waiting.length === 0 && used <= floor - credit) accounts.delete(person)
  }

  return {
    onBehalfOf: (person, work) => caller.run(person, work),
    inBackgroundFor: (person, work) => caller.run(`${person} background`, work),
    take() {
      if (accounts.size > accountsKept) forgetTheIdle()
      const person = caller.getStore() ?? server
      const account = accountOf(person)
      return new Promise((resolve, reject) => {
        const begin = () => {
          clearTimeout(timer)
          const began = now()
          let left = false
          resolve((cost = now() - began) => {
            if (left) return
            left = true
            free += 1
            account.held -= 1
            // Time during which no one else waited is not charged. A person with several waiting requests pays for each of them.
            if (isAwaited()) account.used += cost * (person === server ? 1 : 1 + account.waiting.length)
            serve()
          })
        }
        const giveUp = () => {
          if (holds > 0) return void (timer = setTimeout(giveUp, timeoutMs))
          account.waiting.splice(account.waiting.indexOf(begin), 1)
          reject(new Error(`no connection in ${timeoutMs} ms`))
        }
        let timer = setTimeout(giveUp, timeoutMs)
        account.waiting.push(begin)
        serve()
      })
    },
    async whileAllWait(work) {
      holds += 1
      try {
        return await work()
      } finally {
        holds -= 1
      }
    },
  }
}
