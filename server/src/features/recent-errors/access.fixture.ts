import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { recentErrors } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [publicRule(recentErrors.list)]
