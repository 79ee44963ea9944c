import * as z from 'zod/mini'
import {
  creationKey,
  expectedUpdate,
  id,
  idParams,
  line,
  messageAnswer,
  nullableTimestamp,
  requiredLine,
  requiredText,
  text,
  timestamp,
  verbatimText,
} from '../../common.ts'
import { limits } from '../../limits.ts'
import { day } from '../documents/validity.ts'
import { modelLevel } from '../models.ts'
import { route } from '../../route.ts'

/** Limits of the test cases of an assistant. `pattern` is short and its input is cut, so that no regular expression runs for long. */
export const testLimits = {
  cases: limits.testCases,
  expectations: 20,
  history: 20,
  question: 10_000,
  expected: 500,
  pattern: 200,
  page: 100_000,
  words: 20_000,
  repeats: 3,
  /** Model calls of one run. */
  calls: 6_000,
  /** Runs of an assistant that are retained. */
  runs: 10,
} as const

export const testLanguages = ['fr', 'en', 'de', 'es', 'it'] as const

const isPattern = (pattern: string) => {
  try {
    return RegExp(pattern, 'iu') instanceof RegExp
  } catch {
    return false
  }
}

const words = z
  .number('Un nombre de mots est attendu')
  .check(z.int('Un nombre entier est attendu'), z.minimum(1, 'Un mot au moins'), z.maximum(testLimits.words, 'Ce nombre est trop grand'))

/**
 * Property of an answer that is checked without a model. `contains`: ignores case and typography. `cites`: a document by its name, with one of its pages
 * if `page` is given. `quotes`: every quotation is found word for word in the sources.
 */
export const testExpectation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contains'), text: requiredText(testLimits.expected) }),
  z.object({ kind: z.literal('not_contains'), text: requiredText(testLimits.expected) }),
  z.object({
    kind: z.literal('pattern'),
    pattern: verbatimText(testLimits.pattern).check(z.refine(isPattern, 'Cette expression régulière n’est pas valable')),
  }),
  z.object({
    kind: z.literal('cites'),
    document: requiredLine(testLimits.expected),
    page: z.nullable(z.number().check(z.int(), z.minimum(1, 'Une page commence à 1'), z.maximum(testLimits.page, 'Ce nombre est trop grand'))),
  }),
  z.object({ kind: z.literal('refuses') }),
  z.object({ kind: z.literal('asks_back') }),
  z.object({ kind: z.literal('language'), language: z.enum(testLanguages, 'Cette langue n’est pas connue') }),
  z.object({ kind: z.literal('min_words'), words }),
  z.object({ kind: z.literal('max_words'), words }),
  z.object({ kind: z.literal('quotes') }),
  z.object({ kind: z.literal('no_personal_data') }),
])
export type TestExpectation = z.infer<typeof testExpectation>
export type TestExpectationKind = TestExpectation['kind']

const turn = z.object({ role: z.enum(['user', 'assistant']), content: verbatimText(limits.content) })

/** Profile of the person who asks: that of a profile page, without a name. */
const profile = z.object({
  type_collectivite: line(limits.name),
  tranche_effectif: line(limits.name),
  tranche_population: line(limits.name),
  champ_action: line(limits.name),
  fonction: line(limits.name),
  experience_gestion_projet: line(limits.name),
  style_conversationnel: line(limits.name),
})
export type TestProfile = z.infer<typeof profile>

/** Content of a test case: what a form fills in and a pack carries. */
const testCaseFields = {
  question: verbatimText(testLimits.question),
  /** Earlier turns of the conversation, oldest first. */
  history: z._default(z.array(turn).check(z.maxLength(testLimits.history, `${testLimits.history} messages au plus`)), []),
  /** Null: an empty profile. */
  profile: z._default(z.nullable(profile), null),
  /** Text of the project of the conversation; null: none. */
  project: z._default(z.nullable(z.object({ name: requiredLine(limits.name), content: text(limits.content) })), null),
  /** Minimum level of the models, beyond that of the assistant: that of what the history and the project repeat. */
  min_level: z._default(modelLevel, 1),
  /** Day at which the documents are in force; null: the day of the run. */
  as_of: z._default(z.nullable(day), null),
  expectations: z
    .array(testExpectation, 'Une liste est attendue')
    .check(z.minLength(1, 'Dites ce qui est attendu de la réponse'), z.maxLength(testLimits.expectations, `${testLimits.expectations} attentes au plus`)),
  /** Criterion that a model judges. It never decides of the outcome. Null: none. */
  judge: z._default(z.nullable(requiredText(testLimits.expected)), null),
}
export const testCaseContent = z.object(testCaseFields)
export type TestCaseContent = z.infer<typeof testCaseContent>

const testCase = z.object({ id, ...testCaseFields, updated_at: timestamp })
export type AssistantTestCase = z.infer<typeof testCase>

/** Share of the tested answers that must pass, in percent; without regression. Null: publishing asks nothing. */
const minPassed = z.nullable(
  z.number('Un pourcentage est attendu').check(z.int('Un nombre entier est attendu'), z.minimum(1, 'Entre 1 et 100'), z.maximum(100, 'Entre 1 et 100')),
)

const caseParams = z.object({ id, case_id: id })

export const assistantTestCases = {
  list: route({
    method: 'GET',
    path: '/assistants/:id/test-cases',
    access: 'user',
    summary:
      'Les cas de contrôle d’un assistant, pour qui peut le modifier ou décide de sa publication (`can_edit` : les premiers). `min_passed` : le pourcentage demandé avant de publier.',
    params: idParams,
    answer: z.object({
      assistant: z.object({ id, name: z.string(), min_level: modelLevel, model_id: z.nullable(z.string()) }),
      can_edit: z.boolean(),
      min_passed: minPassed,
      cases: z.array(testCase),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/assistants/:id/test-cases',
    access: 'user',
    status: 201,
    summary: 'Ajoute un cas de contrôle à un assistant que l’on peut modifier.',
    params: idParams,
    body: z.object({ ...creationKey, ...testCaseFields }),
    bodyLimit: 4 * 1024 * 1024,
    answer: testCase,
  }),
  update: route({
    method: 'PUT',
    path: '/assistants/:id/test-cases/:case_id',
    access: 'user',
    summary: 'Remplace un cas de contrôle.',
    params: caseParams,
    body: z.object({ ...testCaseFields, expected_updated_at: expectedUpdate }),
    bodyLimit: 4 * 1024 * 1024,
    answer: testCase,
  }),
  remove: route({
    method: 'DELETE',
    path: '/assistants/:id/test-cases/:case_id',
    access: 'user',
    summary: 'Supprime un cas de contrôle ; les résultats déjà obtenus restent.',
    params: caseParams,
    answer: messageAnswer,
  }),
  fromMessage: route({
    method: 'GET',
    path: '/assistant-test-cases/from-message/:message_id',
    access: 'user',
    summary:
      'Un cas de contrôle proposé à partir d’une réponse de ses propres conversations, à relire avant de l’ajouter ; rien n’est enregistré. Null quand elle ne peut pas en faire un : elle n’est pas à soi, elle vient de la conversation d’une autre personne, ou l’on ne peut pas modifier son assistant.',
    params: z.object({ message_id: id }),
    answer: z.nullable(z.object({ assistant: z.object({ id, name: z.string() }), content: testCaseContent })),
  }),
  gateState: route({
    method: 'GET',
    path: '/assistants/:id/test-gate',
    access: 'user',
    summary:
      'Où en sont les contrôles d’un assistant tel qu’il est, pour qui le modifie ou décide de sa publication : le dernier contrôle entier de ce texte avec les cas tels qu’ils sont, et si le publier demande un motif écrit.',
    params: idParams,
    answer: z.object({
      min_passed: minPassed,
      /** Number of test cases. */
      cases: z.number(),
      /** Latest whole run of the text in force with the present cases; null: none. `tested`: cases by model. */
      run: z.nullable(z.object({ id, tested: z.number(), passed: z.number(), regressions: z.number(), finished_at: nullableTimestamp })),
      needs_reason: z.boolean(),
    }),
  }),
  gate: route({
    method: 'PUT',
    path: '/assistants/:id/test-gate',
    access: 'user',
    summary:
      'Fixe ce que les contrôles doivent donner avant qu’un assistant change ou soit publié sans motif écrit : un pourcentage de réponses réussies, sans régression. Null : rien n’est demandé.',
    params: idParams,
    body: z.object({ min_passed: minPassed }),
    answer: z.object({ min_passed: minPassed }),
  }),
}
