import { AsyncLocalStorage } from 'node:async_hooks'

/** Fair queue of the connections of a pool. */
export type FairTurns = {
  /** Runs `work`. The connections that it takes, now and later, are counted to `person`. */
  onBehalfOf<T>(person: string, work: () => T): T
  /**
   * Runs `work` for a person who does not wait for it: a reply being written, a document being indexed. Its connections are
   * counted apart, so that the calls of the same person are served as everybody's.
   */
  inBackgroundFor<T>(person: string, work: () => T): T
  /**
   * Waits for a connection to be free and for one's turn. @returns what gives the turn back, counted for the time that it took, or for `cost`
   * @throws {Error} when no turn came in `timeoutMs`
   */
  take(): Promise<(cost?: number) => void>
  /** Suspends the time limit of `take` while `work` runs (a backup copy, a start): `work` holds the connections, and ends. */
  whileAllWait<T>(work: () => Promise<T>): Promise<T>
}

type Account = {
  /** What this person is counted for, in milliseconds of a connection, from `credit` below `floor` when they came. */
  used: number
  held: number
  waiting: (() => void)[]
}

/** What nobody asked for: the server's own work has turns like one person's. */
const server = ''
/** Accounts kept before those that say nothing more are forgotten. */
const accountsKept = 1_000
/**
 * How far behind the others somebody may come back, in milliseconds of a connection: a call is half a dozen statements, and whoever asks for
 * little would otherwise wait, at each of them, for one statement of every person who keeps the database busy.
 */
const credit = 200

/**
 * Connections go to whoever has used them least, and among one person's requests to the oldest: a hundred heavy requests of one person
 * make another wait for the end of the statement under way, not for the hundred (start-time fair queuing; the credit is the bounded lag
 * of borrowed-virtual-time scheduling, Duda and Cheriton, 1999). Nobody saves up more than that by doing nothing, and nobody is
 * refused: who asks for much waits in a line of their own.
 */
export function createFairTurns(connections: number, timeoutMs: number, now: () => number = () => performance.now()): FairTurns {
  const caller = new AsyncLocalStorage<string>()
  const accounts = new Map<string, Account>()
  let free = connections
  /** Works for which everybody waits. */
  let holds = 0
  /** What whoever was served last had used by then: newcomers are counted from a little before. */
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
            // What made nobody wait is free: who was alone until now is no busier than who comes. Who has several requests in line pays for each.
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
