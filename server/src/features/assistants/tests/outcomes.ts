import type { TestOutcome } from '@parvis/contract'
import type { Selectable } from 'kysely'
import type { AssistantTestAnswerTable } from '../../../platform/db/schema/assistant-tests.ts'

/** Text of an assistant that a run tests. `version`: null for one that was not saved. */
export type TestedText = { version: number | null; prompt_content: string; document_category_ids: string[] }

/** Whether two texts give the same prompts. */
export const isSameText = (one: Omit<TestedText, 'version'>, other: Omit<TestedText, 'version'>): boolean =>
  one.prompt_content === other.prompt_content && one.document_category_ids.join() === other.document_category_ids.join()

/** Outcome of one answer, with the case and the model that it belongs to. */
type AnswerOutcome = Pick<Selectable<AssistantTestAnswerTable>, 'run_id' | 'is_compared' | 'case_id' | 'model_id' | 'outcome'>

/** Outcome of a case with a model, for the tested version and for the compared one. */
type CaseOutcome = { case_id: string; model_id: string; outcome: TestOutcome; compared: TestOutcome | null; is_regression: boolean }

/** Rank of an outcome, from the best: a regression goes down this list. */
const ranks: Record<TestOutcome, number> = { passed: 0, unstable: 1, failed: 2, error: 3, pending: 4 }

/** Groups the answers of one run by case and model. */
export function caseOutcomes(answers: readonly AnswerOutcome[]): CaseOutcome[] {
  const groups = Map.groupBy(answers, ({ case_id, model_id }) => `${case_id} ${model_id}`)
  return [...groups.values()].map((group) => {
    const outcome = outcomeOf(group.filter(({ is_compared }) => !is_compared))
    const comparedAnswers = group.filter(({ is_compared }) => is_compared)
    const compared = comparedAnswers.length === 0 ? null : outcomeOf(comparedAnswers)
    const { case_id, model_id } = group[0]!
    return { case_id, model_id, outcome, compared, is_regression: isRegression(outcome, compared) }
  })
}

/** Whether the tested version does worse than the compared one. An answer that was not obtained says nothing. */
const isRegression = (outcome: TestOutcome, compared: TestOutcome | null): boolean =>
  (outcome === 'failed' || outcome === 'unstable') && (compared === 'passed' || compared === 'unstable') && ranks[outcome] > ranks[compared]

/** Outcome of the answers to one case: `unstable` when only some pass; those that were not obtained are left out if others were. */
function outcomeOf(answers: readonly AnswerOutcome[]): TestOutcome {
  const obtained = answers.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
  const passed = obtained.filter(({ outcome }) => outcome === 'passed').length
  if (obtained.length === 0) return answers.some(({ outcome }) => outcome === 'pending') ? 'pending' : 'error'
  if (passed === obtained.length) return 'passed'
  return passed === 0 ? 'failed' : 'unstable'
}
