import type { RankingWeights } from '@parvis/french-search'
import type { Log } from '../platform/log.ts'
import type { FillBudget, Patiently } from './postgresql/fill.ts'
import { createTablesKeeper } from './postgresql/prepare-tables.ts'
import { openTables } from './postgresql/postgresql-engine.ts'
import { NARROW_PASSAGES, readAllowed } from './postgresql/search-tables.ts'
import { meaningVectors, readTables, type TablesState } from './postgresql/tables.ts'
import type { EngineChoice, SearchEngine } from './search-engine.ts'
import type { RetrievalDb } from './retrieval-db.ts'

/** Engine that serves, and whether the tables of the PostgreSQL engine are being filled. */
export type EngineState = { serving: SearchEngine['name']; is_filling: boolean }

export type ChosenEngine = Pick<SearchEngine, 'open' | 'warmUp' | 'close'> & {
  engineState: (db: RetrievalDb) => Promise<EngineState>
  /** See `TablesKeeper`. */
  isEngineDue: (db: RetrievalDb) => Promise<boolean>
  prepareEngine: (db: RetrievalDb, budget: FillBudget) => Promise<'done' | 'more'>
}

/** Interval between two checks for missing tables, in milliseconds. */
const ABSENT_MS = 5_000
/** Delay before the built-in index is closed once the other engine serves, so that searches in progress can end, in milliseconds. */
const CLOSE_DELAY_MS = 10_000

/** SQLSTATE of a table that another process has just deleted. */
const UNDEFINED_TABLE = '42P01'

const hasState = (error: unknown, state: string): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause as Error) if ((cause as NodeJS.ErrnoException).code === state) return true
  return false
}

type ChoiceOptions = {
  weights: RankingWeights
  log: Log
  patiently: Patiently
  /** Deletes the image of the built-in index: nothing would remove deleted documents from it. */
  dropImage: () => Promise<void>
}

/** Creates the engine of this process. Each request uses that of PostgreSQL if its tables are ready and the setting allows it, else the built-in one. */
export const createChosenEngine = (builtIn: SearchEngine, choice: EngineChoice, { weights, log, patiently, dropImage }: ChoiceOptions): ChosenEngine => {
  const keeper = createTablesKeeper(choice, { log, patiently, warmUpOther: builtIn.warmUp })
  let absentUntil = 0
  let serving: SearchEngine['name'] | null = null
  let closing: NodeJS.Timeout | undefined

  /** Closes the built-in index, which frees its memory. */
  const closeBuiltIn = (): void => {
    const ended = builtIn.close().then(dropImage)
    ended.catch((error: unknown) => log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'retrieval: the built-in index could not be closed'))
  }

  /** Records the engine that serves. The built-in index is closed once the other engine serves. */
  const serve = (name: SearchEngine['name']): void => {
    if (serving === name) return
    if (serving !== null || name === 'postgresql') log.info({ engine: name }, 'retrieval: another engine serves now')
    clearTimeout(closing)
    if (name === 'postgresql') closing = setTimeout(closeBuiltIn, serving === 'interne' ? CLOSE_DELAY_MS : 0).unref()
    serving = name
  }

  const readReady = async (db: RetrievalDb): Promise<TablesState | null> => {
    if (choice === 'interne' || performance.now() < absentUntil) return null
    const tables = await readTables(db, serving === 'postgresql').catch((error: unknown) => {
      if (hasState(error, UNDEFINED_TABLE)) return null
      throw error
    })
    if (tables === null) absentUntil = performance.now() + ABSENT_MS
    return tables?.is_ready ? tables : null
  }

  return {
    open: async (db, scope) => {
      // Read at the same time as the state of the tables, which saves a round trip to the database.
      const allowed = serving === 'postgresql' ? readAllowed(db, scope.scope, NARROW_PASSAGES) : undefined
      const [tables] = await Promise.all([readReady(db), allowed])
      if (tables !== null) {
        try {
          const opened = await openTables(db, { tables, scope }, { weights, ...(allowed && { allowed }) })
          serve('postgresql')
          return opened
        } catch (error) {
          if (!hasState(error, UNDEFINED_TABLE)) throw error
        }
      }
      serve('interne')
      return builtIn.open(db, scope)
    },
    warmUp: async (db) => {
      if ((await readReady(db)) === null) return builtIn.warmUp(db)
      meaningVectors()
      serve('postgresql')
    },
    close: async () => {
      clearTimeout(closing)
      await builtIn.close()
    },
    engineState: async (db) => {
      const tables = choice === 'interne' ? null : await readTables(db)
      return { serving: tables?.is_ready ? 'postgresql' : 'interne', is_filling: tables?.is_ready === false }
    },
    isEngineDue: keeper.isDue,
    prepareEngine: async (db, budget) => {
      const end = await keeper.prepare(db, budget)
      absentUntil = 0
      return end
    },
  }
}
