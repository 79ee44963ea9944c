import { testLimits, type AssistantTestCase, type ModelLevel, type RouteBody, type routes, type TestCaseContent } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { assertUnchanged, nextUpdate } from '../../platform/errors/stale-write.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { Caller, Context } from '../../context.ts'
import { isAssistantChangeableBy, isAssistantTestableBy } from '../../authorization/assistants.ts'

type NewCase = RouteBody<typeof routes.assistantTestCases.create>
type CaseChange = RouteBody<typeof routes.assistantTestCases.update>

/** Assistant with tests that a caller may see. */
export type TestedAssistant = {
  id: string
  name: string
  prompt_content: string
  min_level: ModelLevel
  model_id: string | null
  test_min_passed: number | null
  can_edit: boolean
}

/** Reads an assistant that the caller may test. @throws {AppError} `request.not_found` */
export function readTestedAssistant(db: Db, caller: Caller, id: string): Promise<TestedAssistant> {
  return db
    .selectFrom('assistant')
    .where('assistant.id', '=', id)
    .where(isAssistantTestableBy(caller))
    .select(['assistant.id', 'name', 'prompt_content', 'min_level', 'model_id', 'test_min_passed'])
    .select(isAssistantChangeableBy(caller).as('can_edit'))
    .executeTakeFirstOrThrow(notFound)
}

/** Locks an assistant that the caller may change. @throws {AppError} `request.not_found` */
async function lockChangedAssistant(trx: Db, caller: Caller, id: string): Promise<void> {
  await trx
    .selectFrom('assistant')
    .where('assistant.id', '=', id)
    .where(isAssistantChangeableBy(caller))
    .select('id')
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/** Lists the test cases of an assistant, oldest first. */
export async function listCases(db: Db, assistant_id: string): Promise<AssistantTestCase[]> {
  const rows = await db
    .selectFrom('assistant_test_case')
    .where('assistant_id', '=', assistant_id)
    .select(['id', 'content', 'updated_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toCase)
}

/** Adds a test case. The same `client_id` gives the same case. @throws {AppError} `request.not_found`, `assistant_tests.too_many_cases` */
export function addCase(context: Context, caller: Caller, assistant_id: string, { client_id, ...content }: NewCase): Promise<AssistantTestCase> {
  return createOnce(
    context.db,
    { kind: 'assistant_test_case', person_id: caller.id, client_id },
    async (trx, id) => {
      await lockChangedAssistant(trx, caller, assistant_id)
      return addCases(trx, assistant_id, caller.id, [content], context.now(), id)
    },
    (db, id) => findCase(db, assistant_id, id),
  )
}

/**
 * Adds test cases to an assistant that the caller's transaction has locked, in order.
 * @returns the id of the first one
 * @throws {AppError} `assistant_tests.too_many_cases`
 */
export async function addCases(
  trx: Db,
  assistant_id: string,
  author_id: string | null,
  contents: readonly TestCaseContent[],
  now: Date,
  id: { id?: string } = {},
): Promise<string> {
  const { count } = await trx
    .selectFrom('assistant_test_case')
    .where('assistant_id', '=', assistant_id)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) + contents.length > testLimits.cases) throw new AppError('assistant_tests.too_many_cases')
  const rows = contents.map((content, at) => ({
    ...(at === 0 && id),
    assistant_id,
    author_id,
    content: JSON.stringify(content),
    // The order of the list.
    created_at: new Date(now.getTime() + at),
    updated_at: now,
  }))
  const added = await trx.insertInto('assistant_test_case').values(rows).returning('id').execute()
  return added[0]!.id
}

/** Replaces a test case. @throws {AppError} `request.not_found`, `request.stale` */
export function changeCase(
  context: Context,
  caller: Caller,
  { id, case_id }: { id: string; case_id: string },
  { expected_updated_at, ...content }: CaseChange,
): Promise<AssistantTestCase> {
  return inTransaction(context.db, async (trx) => {
    await lockChangedAssistant(trx, caller, id)
    const found = await findCase(trx, id, case_id)
    if (found === null) throw notFound()
    await assertUnchanged(expected_updated_at, found, async () => ({ by: null, is_own: false }))
    const row = await trx
      .updateTable('assistant_test_case')
      .set({ content: JSON.stringify(content), author_id: caller.id, updated_at: nextUpdate(context.now(), found.updated_at) })
      .where('id', '=', case_id)
      .returning(['id', 'content', 'updated_at'])
      .executeTakeFirstOrThrow()
    return toCase(row)
  })
}

/** Deletes a test case; the runs that used it stay. @throws {AppError} `request.not_found` */
export function removeCase(db: Db, caller: Caller, { id, case_id }: { id: string; case_id: string }): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockChangedAssistant(trx, caller, id)
    await trx.deleteFrom('assistant_test_case').where('id', '=', case_id).where('assistant_id', '=', id).returning('id').executeTakeFirstOrThrow(notFound)
  })
}

/** Sets what the tests must give before a change without a written reason; null: no gate. @throws {AppError} `request.not_found` */
export function setGate({ db }: Pick<Context, 'db'>, caller: Caller, id: string, min_passed: number | null): Promise<{ min_passed: number | null }> {
  return inTransaction(db, async (trx) => {
    await lockChangedAssistant(trx, caller, id)
    await trx.updateTable('assistant').set({ test_min_passed: min_passed }).where('id', '=', id).execute()
    return { min_passed }
  })
}

async function findCase(db: Db, assistant_id: string, id: string): Promise<AssistantTestCase | null> {
  const row = await db
    .selectFrom('assistant_test_case')
    .where('id', '=', id)
    .where('assistant_id', '=', assistant_id)
    .select(['id', 'content', 'updated_at'])
    .executeTakeFirst()
  return row === undefined ? null : toCase(row)
}

const toCase = ({ id, content, updated_at }: { id: string; content: TestCaseContent; updated_at: string }): AssistantTestCase => ({
  id,
  ...content,
  updated_at,
})
