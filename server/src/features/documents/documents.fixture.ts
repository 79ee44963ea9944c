import { routes, type LibraryDocument } from '@parvis/contract'
import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

type Content = string | Uint8Array<ArrayBuffer>

/** Builds a form with one file part, then text fields. */
export function fileForm(filename: string, content: Content, fields: Record<string, string> = {}, part = 'file'): FormData {
  const form = new FormData()
  form.append(part, new Blob([content]), filename)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** Uploads a document to the library and indexes it. */
export async function addToLibrary(
  app: TestApp,
  user: TestUser,
  filename: string,
  content: Content,
  fields: Record<string, string> = {},
): Promise<LibraryDocument> {
  const { status, body, text } = await app.call(routes.documents.upload, { token: user.token, form: fileForm(filename, content, fields) })
  if (status !== 201) throw new Error(`upload answered ${status}: ${text}`)
  await app.context.worker.drain()
  return body.document
}

/** Uploads a private document and indexes it. @returns its id */
export async function uploadPrivate(app: TestApp, user: TestUser, filename: string, content: Content): Promise<string> {
  const { status, body, text } = await app.call(routes.library.upload, { token: user.token, form: fileForm(filename, content, {}, 'document') })
  if (status !== 201) throw new Error(`upload answered ${status}: ${text}`)
  await app.context.worker.drain()
  return body.document_id
}

/** Makes all delayed jobs due now. */
export async function makeDue({ db }: TestApp): Promise<void> {
  const run_at = sql<string>`now()`
  await db.updateTable('job').set({ run_at }).execute()
}

/** Lists the files in the application's file folder, unfinished ones included. */
export async function storedFiles(app: TestApp): Promise<string[]> {
  const entries = await readdir(path.join(app.context.config.dataDir, 'fichiers'), { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => entry.name).toSorted()
}
