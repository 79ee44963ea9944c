import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'

const { instance } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [open(instance.info), open(instance.health), open(instance.ready), open(instance.metrics), open(instance.openapi)]
