import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [open(routes.changes.follow, { query: { seconds: '0' } })]
