import { sql } from 'kysely'
import type { Log } from '../../platform/log.ts'
import type { EngineChoice } from '../search-engine.ts'
import type { RetrievalDb } from '../retrieval-db.ts'
import { fillTables, foldAll, type FillBudget, type Patiently } from './fill.ts'
import { createTables, deleteUnusedTerms, dropTables, hasTables, hasUnusedTerms, readCapabilities, readTables, setReady } from './tables.ts'

/**
 * Number of passages from which `auto` uses the PostgreSQL engine. At this size, a question takes about 50 ms with either engine, but the built-in index costs
 * each process 0.3 GB, and half a minute of processor at each start (docs/decisions/0007).
 */
const AUTO_PASSAGES = 300_000
/** Number of passages below which `auto` returns to the built-in engine. */
const LEAVE_PASSAGES = AUTO_PASSAGES / 2

const countPassages = async (db: RetrievalDb): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select coalesce(sum(passage_count), 0) from document_index)::float8 + (select coalesce(sum(passage_count), 0) from corpus_index)::float8 as count`.execute(
    db,
  )
  return rows[0]!.count
}

/** Whether the setting and the number of passages require the tables. */
const isWanted = async (db: RetrievalDb, choice: EngineChoice): Promise<boolean> => {
  if (choice !== 'auto') return choice === 'postgresql'
  const passages = await countPassages(db)
  return passages >= ((await readTables(db)) === null ? AUTO_PASSAGES : LEAVE_PASSAGES)
}

const logRefusal = (log: Log, missing: string): void => log.warn({ missing }, 'retrieval: the PostgreSQL engine cannot serve, the built-in one does')

/** Creates the tables. When the server does not allow it, logs what is missing and returns false. */
const makeTables = async (db: RetrievalDb, log: Log): Promise<boolean> => {
  const { missing, notice, hasVectors } = await readCapabilities(db)
  const refusal =
    missing ??
    (await createTables(db, hasVectors).then(
      () => null,
      (error: unknown) => `un droit sur la base\u00a0: ${error instanceof Error ? error.message : 'refus'}`,
    ))
  if (refusal !== null) logRefusal(log, refusal)
  else if (notice !== null) log.warn({ missing: notice }, 'retrieval: the PostgreSQL engine serves without it')
  return refusal === null
}

export type TablesKeeper = {
  /** Whether `prepare` has something to do. Logs what the server lacks, if the setting requires the engine. */
  isDue: (db: RetrievalDb) => Promise<boolean>
  /**
   * Creates, fills or deletes the tables of the PostgreSQL engine, for up to `budgetMs`, as the setting and the number of passages require. Updates the
   * statistics of ready tables, and deletes their unused terms.
   * @returns `more` when work remains
   */
  prepare: (db: RetrievalDb, budget: FillBudget) => Promise<'done' | 'more'>
}

type KeeperParts = {
  log: Log
  patiently: Patiently
  /** Loads the built-in engine before the tables stop serving. */
  warmUpOther: (db: RetrievalDb) => Promise<void>
}

export const createTablesKeeper = (choice: EngineChoice, { log, patiently, warmUpOther }: KeeperParts): TablesKeeper => ({
  isDue: async (db) => {
    if (!(await isWanted(db, choice))) return hasTables(db)
    const tables = await readTables(db)
    if (tables?.is_ready) return tables.has_changes || hasUnusedTerms(db)
    const { missing } = await readCapabilities(db)
    if (missing !== null) logRefusal(log, missing)
    return missing === null
  },
  prepare: async (db, budget) => {
    if (await isWanted(db, choice)) {
      if ((await readTables(db)) === null && !(await makeTables(db, log))) return 'done'
      if (!(await fillTables(db, budget, patiently))) return 'more'
      await foldAll(db)
      await deleteUnusedTerms(db)
      return 'done'
    }
    if ((await readTables(db))?.is_ready) {
      await warmUpOther(db)
      await setReady(db, false)
      // Searches in progress end before the next call deletes the tables.
      return 'more'
    }
    await dropTables(db)
    return 'done'
  },
})
