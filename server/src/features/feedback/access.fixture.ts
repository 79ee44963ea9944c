import { routes } from '@parvis/contract'
import { open, type Rule } from '../../testing/matrix/matrix-rule.ts'

const { feedback } = routes

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [open(feedback.counts), open(feedback.comments)]
