import { globSync } from 'node:fs'
import path from 'node:path'
import { allows, holders } from './matrix-rights.ts'
import type { Rule } from './matrix-rule.ts'
import type { People } from './matrix-world.ts'

const features = path.resolve(import.meta.dirname, '../../features')
const read = async (file: string) => ((await import(path.join(features, file))) as { rules: Rule[] }).rules

/** What each feature says of its calls, in its `access.fixture.ts`. */
export const rules: Rule[] = (await Promise.all(globSync('*/access.fixture.ts', { cwd: features }).sort().map(read))).flat()

/** Those for what tries every call, whoever makes it: of each call on what rights open, one. */
export const sampleRules: Rule[] = rules.filter(
  (rule) => rule.opened === undefined || rule === rules.find(({ route, opened }) => opened !== undefined && route === rule.route),
)

/** Somebody who may make this call. */
export function oneWhoMay({ owned, opened }: Rule): keyof People {
  if (opened === undefined) return owned?.admin === 404 ? 'owner' : 'admin'
  return (['admin', 'owner', ...holders(opened.kind)] as (keyof People)[]).find((who) => allows(opened.kind, opened.act, who) === 'yes') ?? 'owner'
}
