import { realisticDevRules } from './realistic-dev-rules.ts'
import { realisticDevStaff } from './realistic-dev-staff.ts'
import { realisticDevTown } from './realistic-dev-town.ts'
import { realisticHeldOutRules } from './realistic-held-out-rules.ts'
import { realisticHeldOutStaff } from './realistic-held-out-staff.ts'
import { realisticHeldOutTown } from './realistic-held-out-town.ts'
import type { RealisticQuestion } from './question-types.ts'

export type { FirstQuote, RealisticQuestion, TwoTurnKind, TwoTurnQuestion, UnansweredQuestion } from './question-types.ts'
export { firstQuotesDev, firstQuotesHeldOut } from './first-quotes.ts'
export { twoTurnDev } from './two-turn-dev.ts'
export { twoTurnHeldOut } from './two-turn-held-out.ts'
export { unansweredDev, unansweredHeldOut } from './unanswered.ts'

/** Messages about the demonstration documents, with the documents that answer them. Development set. */
export const realisticDev: RealisticQuestion[] = [...realisticDevStaff, ...realisticDevTown, ...realisticDevRules]

/** Held-out set: measured once, at the end of the work. */
export const realisticHeldOut: RealisticQuestion[] = [...realisticHeldOutStaff, ...realisticHeldOutTown, ...realisticHeldOutRules]
