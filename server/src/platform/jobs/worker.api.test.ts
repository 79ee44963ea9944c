import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import type { Database } from '../db/types.ts'
import { createTestDatabase } from '../../testing/databases/database.ts'
import { emptyQueue, makeDue, newDocument } from './jobs.fixture.ts'
import { claimJob, countJobs, enqueue, finishJob, releaseOtherLeases, renewLease, maxAttempts, type Job } from './queue.ts'
import { createWorker, type JobHandler, type JobWorker, type JobWorkerDeps } from './worker.ts'

let database: Database
let db: Database['db']
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(() => emptyQueue(db))

function workerOf(handler: Partial<JobHandler>, more: Partial<JobWorkerDeps> = {}): JobWorker {
  const whole: JobHandler = { run: async () => {}, abandon: async () => {}, ...handler }
  const handlers = {
    index_document: whole,
    seed_documents: whole,
    embed_passages: whole,
    prepare_search: whole,
    count_former: whole,
    date_demo_documents: whole,
    test_assistant: whole,
    import_corpus: whole,
  }
  return createWorker({ db, log: silentLog, worker_id: randomUUID(), handlers, inBackgroundFor: (_person, work) => work(), ...more })
}

async function queueDocuments(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const id = await newDocument(db, `${i}.txt`)
    await enqueue(db, 'index_document', id)
    ids.push(id)
  }
  return ids
}
const jobs = () => db.selectFrom('job').selectAll().execute()

describe('the queue', () => {
  it('holds work once, however often it is asked for', async () => {
    const [id] = await queueDocuments(1)
    await enqueue(db, 'index_document', id!)
    await enqueue(db, 'seed_documents', null)
    await enqueue(db, 'seed_documents', null)
    expect((await jobs()).map(({ kind, document_id }) => [kind, document_id]).toSorted()).toEqual([
      ['index_document', id],
      ['seed_documents', null],
    ])
  })

  it('gives each job to one of two workers that share it', async () => {
    const ids = await queueDocuments(30)
    const done: string[] = []
    const run: JobHandler['run'] = async ({ job }) => void done.push(job.document_id!)
    await Promise.all([workerOf({ run }).drain(), workerOf({ run }).drain()])
    expect(done.toSorted()).toEqual(ids.toSorted())
    expect(await jobs()).toEqual([])
  })

  it('takes back a job whose worker gives no sign of life, and refuses the late one', async () => {
    await queueDocuments(1)
    const [dead, alive] = [randomUUID(), randomUUID()]
    const lost = (await claimJob(db, dead, 'short'))!
    expect(await claimJob(db, alive, 'short')).toBeNull()
    expect(await renewLease(db, dead, lost.id, 10)).toBe(true)
    await db
      .updateTable('job')
      .set({ leased_until: sql`now() - interval '1 second'` })
      .execute()
    expect(await claimJob(db, alive, 'short')).toMatchObject({ id: lost.id, attempts: 2 })
    expect(await renewLease(db, dead, lost.id, 20)).toBe(false)
    await finishJob(db, dead, lost.id)
    expect(await jobs()).toHaveLength(1)
  })

  it('goes with its document', async () => {
    const [id] = await queueDocuments(1)
    await db.deleteFrom('document').where('id', '=', id!).execute()
    expect(await jobs()).toEqual([])
  })
})

describe('the worker', () => {
  it('tries three times, later each time, then gives up', async () => {
    await queueDocuments(1)
    const tried: number[] = []
    const givenUp: Job[] = []
    const worker = workerOf({
      async run({ job }) {
        tried.push(job.attempts)
        throw new Error('the machine is ill')
      },
      abandon: async (job) => void givenUp.push(job),
    })
    await worker.drain()
    expect(tried).toEqual([1])
    expect((await sql`select run_at > now() as later from job`.execute(db)).rows[0]).toEqual({ later: true })
    for (let i = 0; i < 5; i += 1) {
      await makeDue(db)
      await worker.drain()
    }
    expect(tried).toEqual([1, 2, 3])
    expect(givenUp).toHaveLength(1)
    expect(await jobs()).toEqual([])
  })

  /** A process takes the job and is killed. */
  const killOverIt = async () => {
    expect(await claimJob(db, randomUUID(), 'short')).not.toBeNull()
    await releaseOtherLeases(db, randomUUID())
  }
  const untilDue = async () => {
    const { rows } = await sql<{ seconds: number }>`select round(extract(epoch from run_at - now()) / 10)::int * 10 as seconds from job`.execute(db)
    return rows[0]?.seconds
  }

  it('REL-21 a job whose process dies each time is tried ever later, and not for ever', async () => {
    await queueDocuments(1)
    for (let kill = 0; kill < maxAttempts; kill += 1) await killOverIt()
    const seen: string[] = []
    const worker = workerOf({ run: async () => void seen.push('run'), abandon: async () => void seen.push('gave up') })
    for (const seconds of [60, 120, 240, 480]) {
      await worker.drain()
      expect([seen, await untilDue()]).toEqual([[], seconds])
      await makeDue(db)
      await killOverIt()
    }
    // Killed while it is given up, it is given up by the next one: not run.
    await killOverIt()
    await worker.drain()
    expect([seen, await jobs()]).toEqual([['gave up'], []])
  })

  it('REL-21 a job that was only there each time the process died is done once it stays alive', async () => {
    await queueDocuments(1)
    for (let kill = 0; kill < maxAttempts; kill += 1) await killOverIt()
    const seen: string[] = []
    const worker = workerOf({ run: async () => void seen.push('run'), abandon: async () => void seen.push('gave up') })
    await worker.drain()
    await makeDue(db)
    await worker.drain()
    expect([seen, await jobs()]).toEqual([['run'], []])
  })

  it('gives the present job back, uncounted, when the process stops', async () => {
    await queueDocuments(2)
    const begun = Promise.withResolvers<void>()
    const worker = workerOf({
      run: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          begun.resolve()
        }),
    })
    await worker.start(true)
    await begun.promise
    await worker.stop()
    const unclaimed = { attempts: 0, leased_by: null }
    expect(await jobs()).toMatchObject([unclaimed, unclaimed])
  })

  it('begins nothing that it claims while the process stops', async () => {
    await queueDocuments(1)
    const runs: unknown[] = []
    const stopped = Promise.withResolvers<void>()
    // Asked just before the claim: the stop comes while it goes on.
    const isFull = () => {
      queueMicrotask(() => void worker.stop().then(stopped.resolve))
      return false
    }
    const worker = workerOf({ run: async ({ job }) => void runs.push(job) }, { isFull })
    await worker.drain()
    await stopped.promise
    expect([runs, (await jobs()).map(({ attempts, leased_by }) => [attempts, leased_by])]).toEqual([[], [[0, null]]])
  })

  it('REL-23 interrupts a job whose document is deleted', async () => {
    const [id] = await queueDocuments(1)
    const worker = workerOf({
      async run({ signal }) {
        await db.deleteFrom('document').where('id', '=', id!).execute()
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      },
    })
    await worker.drain()
    expect(await jobs()).toEqual([])
  })

  it('does again what is asked anew while it is being done', async () => {
    const [id] = await queueDocuments(1)
    let times = 0
    const worker = workerOf({
      async run() {
        times += 1
        if (times === 1) await enqueue(db, 'index_document', id!)
      },
    })
    await worker.drain()
    expect(times).toBe(2)
    expect(await jobs()).toEqual([])
  })

  it('wakes up for new work, and shows how far it is', async () => {
    const seen = Promise.withResolvers<number | null>()
    const worker = workerOf({
      async run({ report, job }) {
        report(41.6)
        await expect
          .poll(async () => (await db.selectFrom('job').where('id', '=', job.id).select('progress').executeTakeFirst())?.progress, { timeout: 10_000 })
          .toBe(42)
        seen.resolve(42)
      },
    })
    await worker.start(false)
    await queueDocuments(1)
    worker.wake()
    expect(await seen.promise).toBe(42)
    await worker.stop()
  })
})

it('says what waits, what is under way and what was put off, and each try with its end', async () => {
  const [first] = await queueDocuments(2)
  const ended: string[] = []
  const run: JobHandler['run'] = async ({ job }) => {
    if (job.document_id === first) throw new Error('not now')
  }
  expect(await countJobs(db)).toEqual([{ kind: 'index_document', state: 'waiting', count: 2 }])
  const job = await claimJob(db, randomUUID(), 'short')
  expect((await countJobs(db)).map(({ state, count }) => `${state} ${count}`).toSorted()).toEqual(['running 1', 'waiting 1'])
  await releaseOtherLeases(db, randomUUID())
  expect(job).not.toBeNull()
  await workerOf({ run }, { onAttemptEnd: (kind, done) => void ended.push(`${kind} ${done}`) }).drain()
  expect(ended.toSorted()).toEqual(['index_document false', 'index_document true'])
  expect(await countJobs(db)).toEqual([{ kind: 'index_document', state: 'postponed', count: 1 }])
})

it('works on behalf of the person a job is for, and of nobody for the others', async () => {
  const account = { username: 'ana', username_key: 'ana', email: 'ana@exemple.fr', email_key: 'ana@exemple.fr', password_hash: 'x' }
  const { id } = await db.insertInto('app_user').values(account).returning('id').executeTakeFirstOrThrow()
  const [theirs, own] = await queueDocuments(2)
  await db.updateTable('job').set({ person_id: id }).where('document_id', '=', theirs!).execute()
  const caller = new AsyncLocalStorage<string>()
  const found: Record<string, string | undefined> = {}
  const run: JobHandler['run'] = async ({ job }) => void (found[job.document_id!] = caller.getStore())
  await workerOf({ run }, { inBackgroundFor: (person, work) => caller.run(person, work) }).drain()
  expect(found).toStrictEqual({ [theirs!]: id, [own!]: undefined })
})

it('REL-19 leaves the queue as it is while the disk is full', async () => {
  let full = true
  const done: (string | null)[] = []
  const worker = workerOf({ run: async ({ job }) => void done.push(job.document_id) }, { isFull: () => full })
  const ids = await queueDocuments(2)
  await worker.drain()
  expect([done, (await jobs()).map(({ attempts }) => attempts)]).toEqual([[], [0, 0]])
  full = false
  await worker.drain()
  expect(done.toSorted()).toEqual(ids.toSorted())
})
