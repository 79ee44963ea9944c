import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countFormerReplies } from '../../server/src/features/quotas/former-replies.ts'
import { migrations } from '../../server/src/platform/db/migrations/index.ts'
import { createTestDatabase } from '../../server/src/testing/databases/database.ts'
import { countOf } from './checks.ts'
import { fillFormerDatabase, update, findErrors } from './run.ts'

test('the bench of the update fills a base of before, updates it, and finds what is missing, closed or counted twice', async () => {
  const database = await createTestDatabase()
  const { db } = database
  try {
    // The borrowed database is emptied: that costs less than starting a new engine.
    await sql`drop schema public cascade; create schema public`.execute(db)
    const before = await fillFormerDatabase(database, { conversations: 40, accounts: 3, assistants: 4, prompts: 2, categories: 2 })
    const { rows } = await update(database)
    expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['2026-11-25-message-versions', migrations.at(-1)!.id, 'toutes les migrations']))
    expect(await countFormerReplies(db, 100)).toBe('more')
    expect(await countOf(db)).toEqual({ replies: 200, waiting: 150, counted: 50, wrong: 0 })
    expect(await findErrors(database, before)).toEqual(['50 réponses au registre pour 200, 150 en attente'])
    while ((await countFormerReplies(db)) !== 'done');
    expect(await findErrors(database, before)).toEqual([])
    await sql`update usage_entry set replies = replies + 1, prompt_tokens = prompt_tokens + 1 where id = (select id from usage_entry limit 1)`.execute(db)
    await sql`delete from access_grant where assistant_id is not null`.execute(db)
    await sql`update conversation set title = 'Autre' where id = (select id from conversation limit 1)`.execute(db)
    expect(await findErrors(database, before)).toEqual([
      '201 réponses au registre pour 200, 0 en attente',
      '2 lignes du registre ne sont pas le compte direct',
      'conversation : des lignes ont changé',
      'assistant : 4 sans le seul droit « tout le monde, utiliser »',
      'assistant : 4 personnes ne les ont pas tous',
    ])
  } finally {
    await database.close()
  }
})
