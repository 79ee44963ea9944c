import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AppServer } from './servers/server.ts'

/**
 * Uploads a personal document.
 * @returns its id
 */
export async function uploadPersonal(origin: string, token: string, name: string, content: string): Promise<string> {
  const form = new FormData()
  form.append('document', new Blob([content]), name)
  const response = await fetch(`${origin}/api/upload`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } })
  const answer = (await response.json()) as { document_id: string }
  if (!response.ok) throw new Error(`upload: ${response.status} ${JSON.stringify(answer)}`)
  return answer.document_id
}

/**
 * Uploads a document to the library.
 * @param fields other form fields: `category`, `description`
 * @returns its id
 */
export async function uploadToBase(origin: string, token: string, name: string, content: string, fields: Record<string, string> = {}): Promise<string> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([content]), name)
  const response = await fetch(`${origin}/api/bibliotheque/upload`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } })
  const answer = (await response.json()) as { document: { id: string } }
  if (response.status !== 201) throw new Error(`upload: ${response.status} ${JSON.stringify(answer)}`)
  return answer.document.id
}

/** Returns the SHA-256 of a document as downloaded, or the HTTP status when it is refused. */
export async function digestOf(origin: string, token: string, id: string): Promise<string> {
  const response = await fetch(`${origin}/api/bibliotheque/documents/${id}/download`, { headers: { authorization: `Bearer ${token}` } })
  return response.ok ? sha256(Buffer.from(await response.arrayBuffer())) : String(response.status)
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Names of the files stored by an instance, unfinished ones included. */
export function storedFiles({ dataDir }: AppServer): string[] {
  return readdirSync(join(dataDir, 'fichiers'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}
