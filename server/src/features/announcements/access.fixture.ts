import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'

const { announcements } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(announcements.current),
  open(announcements.atSignIn),
  open(announcements.publish, { body: { text: 'Maintenance ce soir.' } }),
  open(announcements.remove),
]
