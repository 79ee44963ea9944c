import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { textFile } from '../../testing/matrix/matrix-parts.ts'

const { packs } = routes

const emptyPack = JSON.stringify({ format: 'parvis-pack', version: 1 })

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(packs.export, { body: {} }),
  { route: packs.preview, on: '', make: () => ({ form: textFile('file', 'pack.json', emptyPack) }) },
  // Nobody can know the fingerprint of a preview that was not made.
  { route: packs.import, on: '', make: () => ({ form: textFile('file', 'pack.json', emptyPack, { fingerprint: 'x' }) }), success: 409 },
]
