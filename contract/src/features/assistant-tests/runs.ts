import * as z from 'zod/mini'
import { id, idParams, messageAnswer, nullableTimestamp, timestamp, verbatimText } from '../../common.ts'
import { limits } from '../../limits.ts'
import { source } from '../../events.ts'
import { documentCategoriesOf } from '../assistants.ts'
import { modelId, modelLevel, modelReason } from '../models.ts'
import { route } from '../../route.ts'
import { testCaseContent, testExpectation, testLimits } from './cases.ts'

/** Options of a run. */
const runOptions = z.object({
  /** Instructions to test, not saved yet; null: those of the assistant. */
  prompt_content: z._default(z.nullable(verbatimText(limits.promptContent)), null),
  /** Document categories to search, not saved yet; null: those of the assistant. */
  document_category_ids: z._default(z.nullable(documentCategoriesOf(id)), null),
  /** Cases to ask; null: all. */
  case_ids: z._default(z.nullable(z.array(id).check(z.minLength(1, 'Choisissez un cas au moins'), z.maxLength(testLimits.cases, 'Trop de cas'))), null),
  model_ids: z.array(modelId).check(z.minLength(1, 'Choisissez un modèle au moins'), z.maxLength(10, '10 modèles au plus')),
  repeats: z._default(z.number().check(z.int(), z.minimum(1, 'Une fois au moins'), z.maximum(testLimits.repeats, `${testLimits.repeats} fois au plus`)), 1),
  /** The version in force answers too, except for the answers that an earlier run has. */
  compare: z._default(z.boolean(), true),
  /** The criteria of the cases are judged by the model that answered. */
  judge: z._default(z.boolean(), false),
})

/** `questions`: answers to obtain. `calls`: with those of the judge. `reused`: answers of the compared version that an earlier run has. */
const runBudget = z.object({
  cases: z.number(),
  questions: z.number(),
  calls: z.number(),
  reused: z.number(),
  estimated_tokens: z.number(),
  /** Version of the assistant that is compared with; null: none. */
  compared_version: z.nullable(z.number()),
})
export type TestRunBudget = z.infer<typeof runBudget>

const runStatus = z.enum(['en_cours', 'terminee', 'arretee', 'echouee'])
export type TestRunStatus = z.infer<typeof runStatus>

/** Outcome of a case with a model: `unstable` when only some of its answers pass, `error` when none was obtained. */
const testOutcome = z.enum(['pending', 'passed', 'unstable', 'failed', 'error'])
export type TestOutcome = z.infer<typeof testOutcome>

const runSummaryFields = {
  id,
  status: runStatus,
  /** Version of the assistant that is tested; null: instructions that were not saved. */
  version: z.nullable(z.number()),
  compared_version: z.nullable(z.number()),
  model_ids: z.array(z.string()),
  repeats: z.number(),
  /** Name of the person who started it; null: their account was deleted. */
  person: z.nullable(z.string()),
  /** The caller started it: they alone read its answers and resume it. */
  is_own: z.boolean(),
  /** Answers to obtain, and those obtained. */
  total: z.number(),
  done: z.number(),
  /** Cases by model, by outcome. */
  passed: z.number(),
  failed: z.number(),
  errors: z.number(),
  regressions: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  created_at: timestamp,
  finished_at: nullableTimestamp,
}
const runSummary = z.object(runSummaryFields)
export type TestRunSummary = z.infer<typeof runSummary>

/** Result of an expectation. `found`: what the answer has instead, or the place where it was found. */
const testCheck = z.object({ expectation: testExpectation, is_met: z.boolean(), found: z.string() })
export type TestCheck = z.infer<typeof testCheck>

const testAnswerFields = {
  id,
  repeat: z.number(),
  outcome: testOutcome,
  checks: z.array(testCheck),
  /** Verdict of the model on the criterion of the case; null: not judged. */
  judgement: z.nullable(z.object({ is_met: z.nullable(z.boolean()), reason: z.string() })),
  /** Model that answered, with the reason when it is not the requested one. */
  model: z.nullable(z.string()),
  level: z.nullable(modelLevel),
  model_reason: z.nullable(modelReason),
  /** Sentence of the error; null: none. */
  error: z.nullable(z.string()),
  is_reused: z.boolean(),
}
const testAnswer = z.object(testAnswerFields)
export type TestAnswer = z.infer<typeof testAnswer>

const caseResult = z.object({
  case_id: id,
  model_id: z.string(),
  question: z.string(),
  outcome: testOutcome,
  /** Outcome of the compared version; null: none. */
  compared: z.nullable(testOutcome),
  is_regression: z.boolean(),
  answers: z.array(testAnswer),
  compared_answers: z.array(testAnswer),
})
export type TestCaseResult = z.infer<typeof caseResult>

export const assistantTestRuns = {
  budget: route({
    method: 'POST',
    path: '/assistants/:id/test-budget',
    access: 'user',
    changes: [],
    whenFull: true,
    summary: 'Ce que coûterait un contrôle : le nombre d’appels du modèle et une estimation des jetons ; rien n’est lancé.',
    params: idParams,
    body: runOptions,
    answer: runBudget,
  }),
  list: route({
    method: 'GET',
    path: '/assistants/:id/test-runs',
    access: 'user',
    summary: `Les derniers contrôles d’un assistant, le plus récent d’abord ; les ${testLimits.runs} derniers sont gardés.`,
    params: idParams,
    answer: z.array(runSummary),
  }),
  start: route({
    method: 'POST',
    path: '/assistants/:id/test-runs',
    access: 'user',
    status: 201,
    summary:
      'Lance un contrôle, en arrière-plan : chaque cas est posé à chaque modèle choisi, `repeats` fois. Ses jetons sont comptés à la personne qui le lance, hors de ses limites d’agent. Un à la fois par assistant.',
    params: idParams,
    body: runOptions,
    answer: runSummary,
  }),
  get: route({
    method: 'GET',
    path: '/assistant-test-runs/:id',
    access: 'user',
    summary: 'Un contrôle et ses résultats, sans le texte des réponses : les régressions d’abord, puis les échecs.',
    params: idParams,
    answer: z.object({ ...runSummaryFields, assistant: z.object({ id, name: z.string() }), results: z.array(caseResult) }),
  }),
  answer: route({
    method: 'GET',
    path: '/assistant-test-answers/:id',
    access: 'user',
    summary: 'La réponse entière d’un contrôle, avec le cas tel qu’il a été posé et ses sources.',
    params: idParams,
    answer: z.object({ ...testAnswerFields, model_id: z.string(), answer: z.string(), sources: z.array(source), content: testCaseContent }),
  }),
  stop: route({
    method: 'POST',
    path: '/assistant-test-runs/:id/stop',
    access: 'user',
    changes: ['/assistants', '/assistant-test-runs'],
    whenFull: true,
    summary: 'Arrête un contrôle : ce qui est obtenu reste.',
    params: idParams,
    body: z.object({}),
    answer: messageAnswer,
  }),
  resume: route({
    method: 'POST',
    path: '/assistant-test-runs/:id/resume',
    access: 'user',
    changes: ['/assistants', '/assistant-test-runs'],
    summary:
      'Reprend un contrôle arrêté ou interrompu, pour la personne qui l’a lancé : seules les réponses qui manquent sont demandées, avec les cas tels qu’ils étaient.',
    params: idParams,
    body: z.object({}),
    answer: runSummary,
  }),
}
