import { defaultRankingWeights } from '@parvis/french-search'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog, type Log } from '../platform/log.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { Database } from '../platform/db/types.ts'
import { documentReference, retrievalSchema } from '../platform/db/migrations/2026-11-21-library.ts'
import { articleSchema } from '../platform/db/migrations/0085-corpus-search.ts'
import { changesSchema } from '../platform/db/migrations/0096-retrieval-changes.ts'
import { vectorSchema } from '../platform/db/migrations/2026-11-24-vectors.ts'
import { openCopy } from './index-copy.ts'
import { createRetrieval, type Retrieval } from './retrieval.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { readScope } from './scope-store.ts'

let database: Database
let db: RetrievalDb

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' }, silentLog)
  db = database.db as unknown as RetrievalDb
  const schema = `${retrievalSchema}${documentReference('document')}${vectorSchema}${articleSchema}${changesSchema}`
  await sql.raw(`create table document (id uuid primary key default gen_random_uuid(), corpus_code text);\n${schema}`).execute(db)
}, 60_000)
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from document`.execute(db)
})

/** Publishes `count` documents of one passage each, by one statement. Their ids are returned. */
const publish = async (terms: string, count = 1): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with added as (insert into document select from generate_series(1, ${count}) returning id),
      numbered as materialized (select id, nextval('index_number') as index_no from added),
      written as (insert into passage (index_no, document_id, position, text, terms) select index_no, id, 0, ${terms}, ${terms} from numbered)
    insert into document_index (document_id, index_no, analysis_version, passage_count) select id, index_no, 1, 1 from numbered returning document_id as id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
/** Publishes an article of a code, in force from 1970 on. */
const publishArticles = async (code: string, terms: string, count: number): Promise<void> => {
  await sql`
    with numbered as materialized (select nextval('index_number') as index_no from generate_series(1, ${count})),
      written as (insert into corpus_passage (index_no, position, text, terms, validity) select index_no, 0, ${terms}, ${terms}, '{[1970-01-01,)}' from numbered)
    insert into corpus_index (index_no, document_id, section_path, passage_count, analysis_version) select index_no, ${code}, '{}', 1, 1 from numbered`.execute(
    db,
  )
}
/** Gives a document another index. */
const replace = async (id: string, terms: string): Promise<void> => {
  await sql`
    with next as materialized (select nextval('index_number') as index_no),
      written as (insert into passage (index_no, document_id, position, text, terms) select index_no, ${id}, 0, ${terms}, ${terms} from next)
    update document_index set index_no = next.index_no from next where document_id = ${id}`.execute(db)
}
const remove = async (ids: readonly string[]): Promise<void> => {
  await sql`delete from document where id = any (${[...ids]}::uuid[])`.execute(db)
}

/** Passages that a search finds. Their order and scores differ slightly while an index holds the terms of removed documents. */
const found = async (engine: Retrieval, question: string): Promise<string[]> =>
  (await engine.search(db, { question, limit: 5_000 })).map(({ document_id, position, part }) => `${document_id} ${part} ${position}`).toSorted()
const expectSameAnswers = async (engine: Retrieval, step?: string): Promise<void> => {
  const fresh = createRetrieval()
  await fresh.warmUp(db)
  for (const question of ['cantine', 'télétravail', 'kervella']) expect(await found(engine, question), step).toEqual(await found(fresh, question))
  await fresh.close()
}

const loggedNumbers = async (): Promise<(number | null)[]> => {
  const { rows } = await sql<{ count: number | null }>`select cardinality(index_numbers) as count from retrieval_change order by revision`.execute(db)
  return rows.map(({ count }) => count)
}

test('a copy updated from the log of changes finds the same as a new copy', async () => {
  const follower = createRetrieval()
  const ids: string[] = []
  const changes: Record<string, () => Promise<unknown>> = {
    one: async () => ids.push(...(await publish('cantin midi'))),
    several: async () => ids.push(...(await publish('cantin kervella', 3))),
    replaced: () => replace(ids[0]!, 'télétravail'),
    removed: () => remove(ids.splice(1, 1)),
    'more than the log details': async () => ids.push(...(await publish('cantin écol', 1_200))),
    'as many removed': () => remove(ids.splice(2, 1_100)),
    'vectors of a model': () => sql`update document_index set embedded_by = '{7}' where document_id = ${ids[0]}`.execute(db),
    'a log pruned too early': async () => {
      await publish('cantin vill')
      await sql`delete from retrieval_change where revision < (select revision from retrieval_state)`.execute(db)
    },
    'a change that undoes another': async () => remove(await publish('cantin aire', 2)),
    'a few articles': () => publishArticles(ids[0]!, 'cantin', 3),
    'many articles, in the background': async () => {
      await publishArticles(ids[0]!, 'kervella', 900)
      await publish('cantin midi')
      await follower.warmUp(db)
    },
    'an article removed': () => sql`delete from corpus_index where index_no in (select min(index_no) from corpus_index)`.execute(db),
    'all articles removed': () => sql`delete from corpus_index`.execute(db),
  }
  for (const [name, change] of Object.entries(changes)) {
    await change()
    await expectSameAnswers(follower, name)
  }
  await follower.close()
})

test('articles whose load in the background failed are loaded by the next call, even after a change', async () => {
  const [code] = await publish('cantin')
  await publishArticles(code!, 'kervella', 600)
  const [reading, failure] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const failing = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows[0]?.['group'] === undefined) return result
      reading.resolve()
      return failure.promise
    },
  })
  const copy = openCopy({ kind: 'terms' }, { weights: defaultRankingWeights, image: null, log: silentLog })
  const revision = async () => (await readScope(db)).revision
  await copy.updateTo(failing, await revision())
  await reading.promise
  await publish('cantin midi')
  const update = copy.updateTo(db, await revision())
  failure.reject(new Error('the database does not answer'))
  await update
  await copy.updateTo(db, await revision(), true)
  const query = { ownTerms: ['kervella'], weighted: [['kervella', 1]], knownTerms: [], vector: null, allowed: [], limit: 1_000 } as const
  expect(await copy.search(query)).toHaveLength(600)
  await copy.close()
})

test('the log lists the changed indexes, has no entry without a change, and is pruned', async () => {
  const before = await loggedNumbers()
  await sql`delete from document_index where false`.execute(db)
  expect(await loggedNumbers()).toEqual(before)
  const [id] = await publish('cantin')
  await replace(id!, 'piscin')
  await publish('cantin', 1_001)
  // The former index and the new one; null: too many.
  expect((await loggedNumbers()).slice(before.length)).toEqual([1, 2, null])
  await sql`update retrieval_state set revision = revision + 10240 - revision % 256 - 1`.execute(db)
  await publish('cantin')
  expect(await loggedNumbers()).toEqual([1])
})

describe('an image of the index', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'retrieval-image-'))
    file = path.join(folder, 'recherche', 'index')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Loads the index as a new process does, and returns its log lines on the image. */
  const start = async () => {
    const lines: string[] = []
    const record = (facts: object, message: string): void => {
      if (message.includes('image of the index')) lines.push('reason' in facts ? `${message}: ${String(facts.reason)}` : message)
    }
    const engine = createRetrieval({ image: { file, intervalMs: 0 }, log: { ...silentLog, info: record, warn: record } as Log })
    await engine.warmUp(db)
    const written = async (count: number) =>
      await expect.poll(() => lines.filter((line) => line.endsWith('image of the index written')).length, { timeout: 10_000 }).toBe(count)
    return { engine, lines, written }
  }
  /** Writes an image of two documents. Returns their ids. */
  const writeImage = async () => {
    const ids = [...(await publish('cantin kervella')), ...(await publish('télétravail agent'))]
    const started = await start()
    await started.written(1)
    await started.engine.close()
    return ids
  }

  test('is read at the start instead of the passages', async () => {
    const [cantine] = await writeImage()
    await sql`update passage set terms = 'autre' where document_id = ${cantine}`.execute(db)
    const started = await start()
    expect(await found(started.engine, 'kervella')).toHaveLength(2)
    expect((await started.engine.search(db, { question: 'kervella', limit: 1 }))[0]).toMatchObject({ document_id: cantine })
    expect(started.lines).toEqual([])
    await started.engine.close()
  })

  test('is brought up to date with what changed since, and written again', async () => {
    const [cantine, note] = await writeImage()
    await remove([cantine!])
    await replace(note!, 'télétravail limit')
    await publish('cantin télétravail', 20)
    await publishArticles(note!, 'cantin', 2)
    const started = await start()
    await expectSameAnswers(started.engine)
    await started.written(1)
    expect(readFileSync(file).includes('kervella')).toBe(false)
    await started.engine.close()
    const again = await start()
    expect(again.lines).toEqual([])
    await expectSameAnswers(again.engine)
    await again.engine.close()
  })

  test.each<[string, string, () => unknown]>([
    ['damaged', 'the file is damaged', () => writeFileSync(file, readFileSync(file).with(50, 7))],
    ['cut', 'the file is incomplete', () => truncateSync(file, 60)],
    [
      'of another database',
      'the image is of another database, or older than its log of changes',
      () => sql`update retrieval_change set token = default`.execute(db),
    ],
    [
      'older than the log',
      'the image is of another database, or older than its log of changes',
      async () => {
        await publish('cantin')
        await sql`delete from retrieval_change where revision < (select revision from retrieval_state)`.execute(db)
      },
    ],
  ])('%s, is ignored with one log line, and written again', async (_how, reason, damage) => {
    await writeImage()
    await damage()
    const started = await start()
    await started.written(1)
    expect(started.lines).toEqual([`retrieval: the image of the index is ignored: ${reason}`, 'retrieval: image of the index written'])
    await expectSameAnswers(started.engine)
    await started.engine.close()
    const again = await start()
    expect(again.lines).toEqual([])
    await again.engine.close()
  })

  test('after a large change that the log does not detail, is compared with the database', async () => {
    await writeImage()
    await publish('cantin', 1_001)
    const started = await start()
    expect(started.lines.filter((line) => line.includes('ignored'))).toEqual([])
    await expectSameAnswers(started.engine)
    await started.engine.close()
  })

  test('is shared by two processes, which both follow later changes', async () => {
    const [cantine] = await writeImage()
    const started = await Promise.all([start(), start()])
    await remove([cantine!])
    await publish('régi kervella')
    for (const one of started) await expectSameAnswers(one.engine)
    for (const one of started) await one.written(1)
    await Promise.all(started.map(({ engine }) => engine.close()))
    expect(readdirSync(path.dirname(file))).toEqual(['index'])
    const again = await start()
    expect(again.lines).toEqual([])
    await expectSameAnswers(again.engine)
    await again.engine.close()
  })

  test('has no deleted terms, even if the load after the deletion failed', async () => {
    const [cantine] = await publish('cantin kervella')
    const started = await start()
    await started.written(1)
    await publish('cantin')
    await remove([cantine!])
    await sql`alter table passage rename column terms to renamed`.execute(db)
    await expect(started.engine.warmUp(db)).rejects.toThrow('terms')
    await sql`alter table passage rename column renamed to terms`.execute(db)
    await started.engine.warmUp(db)
    await started.written(2)
    expect(readFileSync(file).includes('kervella')).toBe(false)
    await started.engine.close()
  })

  test('that cannot be written prevents no search', async () => {
    await publish('cantin')
    writeFileSync(path.join(folder, 'recherche'), '')
    const started = await start()
    await expect.poll(() => started.lines.filter((line) => line.includes('could not be written'))).not.toEqual([])
    await expectSameAnswers(started.engine)
    await started.engine.close()
  })
})
