import { seedCatalogue } from '../../../seed/index.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { setDocumentCategories } from '../features/assistants/document-categories.ts'
import { storeFirstVersions } from '../features/assistants/versions.ts'
import { findOrCreateCategory } from '../features/documents/categories.ts'
import { enqueue } from '../platform/jobs/queue.ts'

/**
 * Inserts the demonstration catalogue into an instance without assistants, with example projects for its administrator, and queues the job that adds the
 * documents. Runs in the caller's transaction, so that an interruption leaves nothing half done.
 */
export async function seedInstance(db: Db, admin_username: string): Promise<void> {
  const { any: assistantCount } = await db
    .selectFrom('assistant')
    .select((query) => query.fn.countAll<number>().as('any'))
    .executeTakeFirstOrThrow()
  if (assistantCount > 0) return
  const categories = await db
    .insertInto('assistant_category')
    .values(seedCatalogue.categories.map(({ name, icon }) => ({ name, icon })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet((update) => ({ icon: update.ref('excluded.icon') })))
    .returning(['id', 'name'])
    .execute()
  const idOf = new Map(seedCatalogue.categories.map(({ slug, name }) => [slug, categories.find((category) => category.name === name)!.id]))
  const createdAssistants = await db
    .insertInto('assistant')
    .values(
      seedCatalogue.assistants.map(({ name, description, prompt_content, starters, icon, category }) => ({
        name,
        description,
        prompt_content,
        starters,
        icon,
        category_id: idOf.get(category)!,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  await linkDocumentCategories(db, createdAssistants)
  await storeFirstVersions(db)
  await db
    .insertInto('prompt')
    .values(seedCatalogue.prompts.map(({ name, content, chatbot_use = null }) => ({ name, content, chatbot_use })))
    .execute()
  await enqueue(db, 'seed_documents', null)
  const admin = await db.selectFrom('app_user').where('username', '=', admin_username).select('id').executeTakeFirst()
  if (admin !== undefined) {
    await db
      .insertInto('project')
      .values(seedCatalogue.projects.map(({ name, description, content }) => ({ name, description, content, owner_id: admin.id })))
      .execute()
  }
}

/** Links assistants to document categories; the documents are added later by a background job. */
async function linkDocumentCategories(db: Db, createdAssistants: readonly { id: string; name: string }[]): Promise<void> {
  for (const { name, documents = [] } of seedCatalogue.assistants) {
    if (documents.length === 0) continue
    const ids: string[] = []
    for (const category of documents) ids.push(await findOrCreateCategory(db, category))
    await setDocumentCategories(db, createdAssistants.find((assistant) => assistant.name === name)!.id, ids)
  }
}
