import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { instance } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(instance.info),
  publicRule(instance.health),
  publicRule(instance.ready),
  publicRule(instance.metrics),
  publicRule(instance.openapi),
]
