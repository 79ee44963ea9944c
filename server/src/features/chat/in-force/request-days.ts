import type { Day } from '@parvis/contract'
import { todayInParis } from '../../../platform/paris.ts'
import type { PromptTurn } from '../notices.ts'
import { dayInQuestion, asksAboutToday } from './day-in-question.ts'

/** Days of a request, in Paris: the one at which documents must be in force, and the current one. */
export type RequestDays = { as_of: Day; today: Day }

/** Returns the days of a request that names none. */
export function currentDays(clock: { now(): Date }): RequestDays {
  const today = todayInParis(clock)
  return { as_of: today, today }
}

/** Pattern of a message that goes on from the previous question: « Et pour un contractuel ? ». */
const continuesPrevious = /^\W*(?:et|mais|ou|alors|donc|idem|pareil|quid|pour)(?![\p{L}-])/iu
const maxFollowUpLength = 120

/**
 * Returns the days of a question. In this order: the day that the request names, the one that the question asks for or the question that it goes on from,
 * that of the conversation, today.
 */
export function resolveDays(clock: { now(): Date }, named: { request: Day | null; conversation: Day | null }, turns: readonly PromptTurn[]): RequestDays {
  const today = todayInParis(clock)
  return { as_of: named.request ?? dayOfQuestions(turns, today) ?? named.conversation ?? today, today }
}

function dayOfQuestions(turns: readonly PromptTurn[], today: Day): Day | null {
  const questions = turns.filter(({ role, isHidden }) => role === 'user' && isHidden !== true).map(({ content }) => content)
  for (const question of questions.toReversed()) {
    const day = dayInQuestion(question, today)
    if (day !== null) return day
    if (question.length > maxFollowUpLength || !continuesPrevious.test(question) || asksAboutToday(question)) return null
  }
  return null
}
