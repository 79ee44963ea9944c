import { globSync } from 'node:fs'
import path from 'node:path'
import { allows, holders } from './matrix-rights.ts'
import type { AccessRule, MatrixPeople } from './matrix-types.ts'

const features = path.resolve(import.meta.dirname, '../../features')
const read = async (file: string) => ((await import(path.join(features, file))) as { rules: AccessRule[] }).rules

/** All rules of the features' `access.fixture.ts`. */
export const rules: AccessRule[] = (await Promise.all(globSync('{,*/}access.fixture.ts', { cwd: features }).sort().map(read))).flat()

/** Rules for tests that try every route regardless of the caller: only one rule for each route on shared things. */
export const sampleRules: AccessRule[] = rules.filter(
  (rule) => rule.opened === undefined || rule === rules.find(({ route, opened }) => opened !== undefined && route === rule.route),
)

/** Returns a person who may make this call. */
export function permittedPerson({ owned, opened }: AccessRule): keyof MatrixPeople {
  if (opened === undefined) return owned?.admin === 404 ? 'owner' : 'admin'
  return (['admin', 'owner', ...holders(opened.kind)] as (keyof MatrixPeople)[]).find((who) => allows(opened.kind, opened.act, who) === 'yes') ?? 'owner'
}
