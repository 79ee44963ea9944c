import { routes } from '@parvis/contract'
import { open } from '../../api/browser.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { exportFileName, type WrittenFormat } from './file-name.ts'

/**
 * Downloads a document on the letterhead.
 * @param compare id of the version since which changes are tracked; absent: none are
 * @throws {ApiError}
 */
export async function exportWritten({ id, title }: { id: string; title: string }, format: WrittenFormat, compare?: string): Promise<void> {
  const answer = await open(routes.writtenFiles.export, { params: { id }, query: { format, ...(compare !== undefined && { compare }) } })
  saveBlob(await answer.blob(), exportFileName(title, format))
}
