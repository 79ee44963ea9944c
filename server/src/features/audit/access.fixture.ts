import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'

const { audit } = routes

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [audit.list, audit.export].map((route) => open(route))
