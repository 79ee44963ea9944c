import { routes } from '@parvis/contract'
import type { Client } from './client.ts'
import { saveBlob } from './save-blob.ts'

/**
 * Downloads a document under its original name.
 * @throws {ApiError}
 */
export async function saveFile(open: Client['open'], document_id: string, name: string): Promise<void> {
  const response = await open(routes.documents.download, { params: { id: document_id } })
  saveBlob(await response.blob(), name)
}
