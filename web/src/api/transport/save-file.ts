import { routes } from '@parvis/contract'
import type { Client } from './client.ts'

/**
 * Downloads a document under its original name.
 * @throws {ApiError}
 */
export async function saveFile(open: Client['open'], document_id: string, name: string): Promise<void> {
  const response = await open(routes.documents.download, { params: { id: document_id } })
  saveBlob(await response.blob(), name)
}

/** Has the browser save bytes as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
