import { postgresPrograms } from '../server/src/testing/databases/postgres-server.ts'

export type EngineName = 'embedded' | 'postgres'

/** Returns the engines to measure: those available on this machine, or `only` one of them. */
export function measuredEngines(only?: string): EngineName[] {
  return (['embedded', 'postgres'] as const).filter((engine) => (only ?? engine) === engine && (engine === 'embedded' || postgresPrograms() !== undefined))
}
