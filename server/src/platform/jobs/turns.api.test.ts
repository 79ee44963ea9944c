import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { emptyQueue, makeDue, newDocument } from './jobs.fixture.ts'
import { claimJob, enqueue, finishJob, moveToLong, findOtherPeopleDue, yieldTurn, postponeToTomorrow, type JobLane } from './queue.ts'

const app = openTestApp()
let db: TestApp['db']
let [ana, ben, eve]: string[] = []
beforeAll(async () => {
  db = app.db
  ;[ana, ben, eve] = [(await app.createUser()).id, (await app.createUser()).id, (await app.createUser()).id]
})
beforeEach(() => emptyQueue(db))

const worker = randomUUID()

/** Queues documents of a person, named after them. */
async function queue(name: string, person_id: string | null | undefined, count: number, lane: JobLane = 'short'): Promise<void> {
  for (let i = 1; i <= count; i += 1) {
    const id = await newDocument(db, `${name}${i}`)
    await enqueue(db, 'index_document', id, { person_id: person_id ?? null })
    if (lane === 'long') {
      await db
        .updateTable('job')
        .set({ leased_by: worker, leased_until: sql`now()` })
        .where('document_id', '=', id)
        .execute()
      const job = await db.selectFrom('job').where('document_id', '=', id).select(['id', 'person_id']).executeTakeFirstOrThrow()
      await moveToLong(db, worker, job)
    }
  }
}
const nameOf = async (document_id: string | null) =>
  (await db.selectFrom('document').where('id', '=', document_id).select('original_filename').executeTakeFirstOrThrow()).original_filename

/** Claims and finishes until nothing is left; `pass` makes the first claims turns that do not end the job. */
async function order(lane: JobLane, { claims = 100, passes = 0 } = {}): Promise<string> {
  const names: string[] = []
  for (let i = 0; i < claims; i += 1) {
    const job = await claimJob(db, worker, lane)
    if (job === null) break
    names.push(await nameOf(job.document_id))
    if (i < passes) await yieldTurn(db, worker, job)
    else await finishJob(db, worker, job.id)
  }
  return names.join(' ')
}

describe('people take turns at the reader', () => {
  it('the first document of everybody comes before the second of anybody', async () => {
    await queue('a', ana, 4)
    await queue('b', ben, 2)
    await queue('e', eve, 1)
    expect(await order('short')).toBe('a1 b1 e1 a2 b2 a3 a4')
  })

  it('somebody who comes late is read at the next turn, and cannot pass before those who wait for ever', async () => {
    await queue('a', ana, 20)
    expect(await order('short', { claims: 5 })).toBe('a1 a2 a3 a4 a5')
    await queue('b', ben, 2)
    expect(await order('short', { claims: 4 })).toBe('a6 b1 a7 b2')
    for (let i = 0; i < 3; i += 1) await queue(`e${i}`, eve, 1)
    expect(await order('short', { claims: 6 })).toBe('a8 e01 a9 e11 a10 e21')
  })

  it('the upkeep of the instance is one person among the others', async () => {
    await queue('entretien', null, 3)
    await queue('a', ana, 1)
    expect(await order('short')).toBe('entretien1 a1 entretien2 entretien3')
  })

  it('what is short never waits behind what is long, and the other way round', async () => {
    await queue('long', ana, 1, 'long')
    await queue('court', ben, 1)
    expect(await claimJob(db, worker, 'long')).toMatchObject({ lane: 'long', person_id: ana, attempts: 1 })
    expect(await claimJob(db, worker, 'short')).toMatchObject({ lane: 'short', person_id: ben, attempts: 1 })
  })
})

describe('a long document gives its turn', () => {
  it('to the other people who wait, then goes on before the rest of its person', async () => {
    await queue('a', ana, 2, 'long')
    await queue('b', ben, 1, 'long')
    expect(await order('long', { passes: 4 })).toBe('a1 b1 a1 b1 a1 b1 a2')
  })

  it('to somebody whose try failed once too, who has paid one turn for it', async () => {
    await queue('a', ana, 1, 'long')
    await queue('b', ben, 1, 'long')
    await db.updateTable('job').set({ attempts: 1 }).where('person_id', '=', ben!).execute()
    expect(await order('long', { passes: 5 })).toBe('a1 b1 a1 b1 a1 b1 a1')
  })

  it('to somebody whose try failed once, before those who come later', async () => {
    await queue('b', ben, 1, 'long')
    await db.updateTable('job').set({ attempts: 1 }).execute()
    await queue('a', ana, 2, 'long')
    await queue('e', eve, 2, 'long')
    expect(await order('long')).toBe('b1 a1 e1 a2 e2')
  })

  it('and the try is not counted', async () => {
    await queue('a', ana, 1, 'long')
    for (let i = 0; i < 5; i += 1) {
      const job = (await claimJob(db, worker, 'long'))!
      expect(job.attempts).toBe(1)
      await yieldTurn(db, worker, job)
    }
  })

  it('only when the work of somebody else is due', async () => {
    await queue('a', ana, 2, 'long')
    const job = (await claimJob(db, worker, 'long'))!
    expect(await findOtherPeopleDue(db, job)).toBeNull()
    await queue('b', ben, 1)
    expect(await findOtherPeopleDue(db, job)).toBeNull()
    await queue('e', eve, 1, 'long')
    expect(await findOtherPeopleDue(db, job)).toBe('new')
    const other = (await claimJob(db, worker, 'long'))!
    expect([other.person_id, await findOtherPeopleDue(db, job)]).toEqual([eve, null])
    await yieldTurn(db, worker, other)
    expect(await findOtherPeopleDue(db, job)).toBe('begun')
    await db.updateTable('job').set({ leased_by: worker, leased_until: new Date() }).where('id', '=', other.id).execute()
    await postponeToTomorrow(db, worker, other.id)
    expect(await findOtherPeopleDue(db, job)).toBeNull()
    expect(await claimJob(db, worker, 'long')).toMatchObject({ person_id: ana })
  })
})

describe('what was put off takes its place when it comes back', () => {
  /** Claims and puts off until the next day so many jobs. */
  const putOff = async (count: number) => {
    for (let i = 0; i < count; i += 1) await postponeToTomorrow(db, worker, (await claimJob(db, worker, 'long'))!.id)
  }

  it('without holding the turn of those who come meanwhile', async () => {
    await queue('e', eve, 1, 'long')
    await putOff(1)
    await queue('a', ana, 6, 'long')
    expect(await order('long', { claims: 4 })).toBe('a1 a2 a3 a4')
    await queue('b', ben, 3, 'long')
    expect(await order('long')).toBe('a5 b1 a6 b2 b3')
  })

  it('without passing before those who wait', async () => {
    await queue('e', eve, 3, 'long')
    await putOff(3)
    await queue('a', ana, 5, 'long')
    expect(await order('long', { claims: 2 })).toBe('a1 a2')
    await makeDue(db)
    expect(await order('long')).toBe('e1 a3 e2 a4 e3 a5')
  })

  it('even when it comes back while the queue is being asked', async () => {
    await queue('a', ana, 1, 'long')
    await putOff(1)
    let asked = 0
    const dueAfterWaking = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (++asked === 1) await makeDue(db)
        return result
      },
    })
    expect(await claimJob(dueAfterWaking, worker, 'long')).toBeNull()
    const job = (await claimJob(db, worker, 'long'))!
    await yieldTurn(db, worker, job)
    expect(await claimJob(db, worker, 'long')).toMatchObject({ id: job.id, attempts: 1 })
  })

  it('upkeep that was asked for later too, which gives its turns', async () => {
    await enqueue(db, 'embed_passages', null, { delaySeconds: 60 })
    await queue('a', ana, 5, 'long')
    expect(await order('long', { claims: 3 })).toBe('a1 a2 a3')
    await makeDue(db)
    const kinds: string[] = []
    for (let i = 0; i < 5; i += 1) {
      const job = (await claimJob(db, worker, 'long'))!
      kinds.push(job.kind)
      if (job.kind === 'embed_passages') await yieldTurn(db, worker, job)
      else await finishJob(db, worker, job.id)
    }
    expect(kinds.filter((kind) => kind === 'index_document')).toHaveLength(2)
  })
})

it('a worker that has lost its job moves no turn', async () => {
  await queue('a', ana, 2)
  const job = (await claimJob(db, worker, 'short'))!
  const turns = () => db.selectFrom('job').orderBy('turn').select(['turn', 'leased_by']).execute()
  const before = await turns()
  await yieldTurn(db, randomUUID(), job)
  expect(await turns()).toEqual(before)
})

it('a lane that does not exist is refused by the database', async () => {
  await queue('a', ana, 1)
  const other = 'other' as JobLane
  await expect(db.updateTable('job').set({ lane: other }).execute()).rejects.toMatchObject({ code: '23514' })
})
