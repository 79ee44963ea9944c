import { limits, testLimits, type ModelLevel, type Source, type TestCaseContent, type TestExpectation } from '@parvis/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../../context.ts'
import { isAssistantChangeableBy } from '../../authorization/assistants.ts'
import { isOwnText } from '../../authorization/projects.ts'
import { withoutChanges } from '../chat/document-in-prompt.ts'
import { maxLevel } from '../chat/request-level.ts'
import { readProfile } from '../profile/profile.ts'
import { checkQuotes, citedOrQuoted } from '../library/sources/used-pages.ts'
import { withoutNotices } from '../chat/notices.ts'

/** Documents that a proposed case expects at most. */
const maxProposedDocuments = 5

/**
 * Proposes a test case from a complete reply of the caller's own conversations with an assistant that they may change. Nothing is saved.
 * Messages that were copied from another person's conversation are older than the conversation that has them: they are left out.
 * Null for any other reply, and for one copied from another person's conversation.
 */
export async function proposeCase(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  message_id: string,
): Promise<{ assistant: { id: string; name: string }; content: TestCaseContent } | null> {
  const reply = await db
    .selectFrom('message as reply')
    .innerJoin('conversation as c', 'c.id', 'reply.conversation_id')
    .innerJoin('assistant', 'assistant.id', 'c.assistant_id')
    .where('reply.id', '=', message_id)
    .where('reply.role', '=', 'assistant')
    .where('reply.status', '=', 'complete')
    .where('c.owner_id', '=', caller.id)
    .where(isAssistantChangeableBy(caller))
    .select(['reply.position', 'reply.parent_position', 'reply.content', 'reply.sources', 'c.id as conversation_id', 'c.project_id', 'c.confidential'])
    .select([
      'assistant.id as assistant_id',
      'assistant.name',
      sql<string | null>`to_char(c.as_of, 'YYYY-MM-DD')`.as('as_of'),
      sql<boolean>`reply.created_at < c.created_at`.as('is_copied'),
    ])
    .executeTakeFirst()
  if (reply === undefined || reply.is_copied) return null
  const earlier = await db
    .selectFrom('message as m')
    .innerJoin('conversation as c', 'c.id', 'm.conversation_id')
    .where('m.conversation_id', '=', reply.conversation_id)
    .where('m.position', '<=', reply.parent_position)
    .where('m.role', 'in', ['user', 'assistant'])
    .where('m.content', '<>', '')
    .where((query) => query.or([query('m.superseded_at', 'is', null), query('m.position', '=', reply.parent_position)]))
    .whereRef('m.created_at', '>=', 'c.created_at')
    .select(['m.position', 'm.role', 'm.content', 'm.notices', 'm.documents_level'])
    .orderBy('m.position')
    .execute()
  const question = earlier.findLast(({ role, position }) => role === 'user' && position === reply.parent_position)
  // The greeting of an assistant answers nothing.
  if (question === undefined) return null
  const history = earlier.filter(({ position }) => position < question.position).slice(-testLimits.history)
  const project = await readOwnProject(db, caller.id, reply.project_id)
  const content: TestCaseContent = {
    question: question.content.slice(0, testLimits.question).toWellFormed(),
    history: history.map(({ role: anyRole, content: saved, notices }) => {
      const role = anyRole as 'user' | 'assistant'
      const text = withoutNotices({ role, content: saved, notices }).content
      // A test writes no document: what a reply proposed for one is not part of it.
      return { role, content: (role === 'assistant' ? withoutChanges(text, false) : text).slice(0, limits.content).toWellFormed() }
    }),
    profile: profileOf(await readProfile(db, caller.id)),
    project: project === null ? null : { name: project.name, content: project.content },
    min_level: maxLevel(reply.confidential ? 3 : 1, project?.min_level ?? 1, ...history.map(({ documents_level }): ModelLevel => documents_level ?? 1)),
    as_of: reply.as_of,
    expectations: proposedExpectations(reply.content, reply.sources),
    judge: null,
  }
  return { assistant: { id: reply.assistant_id, name: reply.name }, content }
}

/** Reads the project of a conversation, if nobody else has written its text; null otherwise. */
async function readOwnProject(db: Context['db'], owner_id: string, id: string | null) {
  if (id === null || !(await isOwnText(db, id, owner_id))) return null
  return (await db.selectFrom('project').where('id', '=', id).select(['name', 'content', 'min_level']).executeTakeFirst()) ?? null
}

function profileOf({ first_name: _, last_name: __, ...profile }: Awaited<ReturnType<typeof readProfile>>): TestCaseContent['profile'] {
  return profile
}

/** Derives the expectations of a test case from a reply: the documents that it cites, verified quotations, its language. A person confirms them. */
function proposedExpectations(answer: string, sources: readonly Source[]): TestExpectation[] {
  const names = new Set(citedOrQuoted(answer, sources).flatMap(({ document, is_hidden }) => (is_hidden ? [] : [document])))
  const cites = [...names].slice(0, maxProposedDocuments).map((document): TestExpectation => ({ kind: 'cites', document, page: null }))
  const quotes: TestExpectation[] = checkQuotes(answer, sources).length > 0 ? [{ kind: 'quotes' }] : []
  return [...cites, ...quotes, { kind: 'language', language: 'fr' }]
}
