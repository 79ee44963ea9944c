import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [publicRule(routes.changes.follow, { query: { seconds: '0' } })]
