import { routes, type Route, type TestCaseContent } from '@parvis/contract'
import { ownerRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld, RouteSample, SharedThing } from '../../testing/matrix/matrix-types.ts'
import type { MatrixCaller } from '../../testing/matrix/matrix-rights.ts'

const { assistantTestCases, assistantTestRuns, ownAssistants } = routes

const content = { question: 'Quels délais\u00a0?', expectations: [{ kind: 'refuses' as const }] }
const stored: TestCaseContent = { ...content, history: [], profile: null, project: null, min_level: 1, as_of: null, judge: null }

async function caseOf({ app }: MatrixWorld, assistant_id: string): Promise<string> {
  const row = { assistant_id, author_id: null, content: JSON.stringify(stored) }
  return (await app.db.insertInto('assistant_test_case').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Ends what runs: an assistant has one run at a time. */
async function endRuns(db: MatrixWorld['app']['db'], assistant_id: string): Promise<void> {
  await db
    .updateTable('assistant_test_run')
    .set({ status: 'arretee', finished_at: new Date() })
    .where('assistant_id', '=', assistant_id)
    .where('status', '=', 'en_cours')
    .execute()
}

/** Creates a run that A started, with one answer. */
async function runOf({ app, people }: MatrixWorld, assistant_id: string, isRunning = false): Promise<{ id: string; answer_id: string }> {
  const case_id = crypto.randomUUID()
  await endRuns(app.db, assistant_id)
  const { id } = await app.db
    .insertInto('assistant_test_run')
    .values({
      assistant_id,
      person_id: people.owner.id,
      prompt_content: 'Tu aides.',
      document_category_ids: [],
      model_ids: ['demonstration'],
      repeats: 1,
      judge: false,
      cases: JSON.stringify([{ id: case_id, content: stored }]),
      ...(!isRunning && { status: 'terminee' as const, finished_at: new Date() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = { run_id: id, position: 0, is_compared: false, case_id, model_id: 'demonstration', repeat: 1, outcome: 'passed' as const }
  const { id: answer_id } = await app.db.insertInto('assistant_test_answer').values(answer).returning('id').executeTakeFirstOrThrow()
  return { id, answer_id }
}

const options = ({ app }: MatrixWorld) => ({ model_ids: [app.context.models.list[0]!.id] })

type Call = (thing: SharedThing, world: MatrixWorld, who: MatrixCaller) => Promise<RouteSample> | RouteSample

/** Rules of a call for those who may change an assistant: the organisation's, and one that A shares. */
const changed = (route: Route, call?: Call): AccessRule[] => [sharedRule('assistant', 'test', route, call), sharedRule('ownAssistant', 'write', route, call)]

const noThing = { name: '', user_id: '', updated_at: '' }

/** An assistant that A proposes to everybody: administrators decide. */
async function proposed(world: MatrixWorld): Promise<SharedThing> {
  const id = await world.ownAssistant('Voirie')
  await world.app.call(ownAssistants.propose, { params: { id }, body: {}, token: world.people.owner.token })
  return { id, ...noThing }
}

/** Rule of a call for those who may run the tests of what A proposes. */
const decided = (route: Route, call: Call = ({ id }) => ({ params: { id } })): AccessRule => ({
  route,
  on: 'proposed',
  make: async (world, who) => call(await proposed(world), world, who),
  owned: { other: 404 },
})

/** The rules of `changed` and of `decided`. */
const tested = (route: Route, call?: Call): AccessRule[] => [...changed(route, call), decided(route, call)]

const isThere = async ({ app }: MatrixWorld, id: string) =>
  (await app.db.selectFrom('assistant').where('id', '=', id).select('id').executeTakeFirst()) !== undefined

/** Call on a case or a run of an assistant; of a missing one, on an unknown id. */
const onRow =
  (make: (id: string, world: MatrixWorld, who: MatrixCaller) => Promise<RouteSample>): Call =>
  async (thing, world, who) =>
    (await isThere(world, thing.id)) ? make(thing.id, world, who) : { params: { id: thing.id, case_id: thing.id }, body: { ...content, ...options(world) } }

const onCase = (body?: object) => onRow(async (id, world) => ({ params: { id, case_id: await caseOf(world, id) }, ...(body !== undefined && { body }) }))

const onBudget = onRow(async (id, world) => {
  await caseOf(world, id)
  return { params: { id }, body: options(world) }
})

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  ...tested(assistantTestCases.list),
  ...changed(assistantTestCases.create, ({ id }) => ({ params: { id }, body: content })),
  ...changed(assistantTestCases.update, onCase(content)),
  ...changed(assistantTestCases.remove, onCase()),
  ...tested(assistantTestCases.gateState),
  ...changed(assistantTestCases.gate, ({ id }) => ({ params: { id }, body: { min_passed: 90 } })),
  {
    route: assistantTestCases.fromMessage,
    on: 'A’s answer',
    make: async (world) => {
      const { id, reply_id } = await world.conversation()
      await world.app.db
        .updateTable('conversation')
        .set({ assistant_id: await world.ownAssistant() })
        .where('id', '=', id)
        .execute()
      return { params: { message_id: reply_id } }
    },
    owned: { other: 200 },
  },
  decided(assistantTestRuns.budget, onBudget),
  {
    route: assistantTestRuns.budget,
    on: 'an assistant',
    make: async (world, who) => onBudget({ id: await world.assistant(), ...noThing }, world, who),
    owned: { owner: 404, other: 404 },
  },
  ...tested(assistantTestRuns.list),
  ...tested(
    assistantTestRuns.start,
    onRow(async (id, world) => {
      await caseOf(world, id)
      await endRuns(world.app.db, id)
      return { params: { id }, body: options(world) }
    }),
  ),
  ...tested(
    assistantTestRuns.get,
    onRow(async (id, world) => ({ params: { id: (await runOf(world, id)).id } })),
  ),
  ownerRule(assistantTestRuns.answer, 'A’s run, proposed', async (world) => ({ params: { id: (await runOf(world, (await proposed(world)).id)).answer_id } })),
  ...tested(
    assistantTestRuns.stop,
    onRow(async (id, world) => ({ params: { id: (await runOf(world, id, true)).id }, body: {} })),
  ),
  ownerRule(assistantTestRuns.resume, 'A’s run, proposed', async (world) => {
    const { id } = await runOf(world, (await proposed(world)).id)
    await world.app.db
      .updateTable('assistant_test_run')
      .set({ status: 'arretee', model_ids: options(world).model_ids })
      .where('id', '=', id)
      .execute()
    return { params: { id }, body: {} }
  }),
]
