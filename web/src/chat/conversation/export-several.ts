import { routes, type Conversation } from '@parvis/contract'
import { createArchive } from '@parvis/office-writing'
import { call } from '../../api/browser.ts'
import { mediaTypes, fetchLetterhead } from '../export/export-document.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { fileName } from '../export/save.ts'
import { writeSeveral, type LeftOut } from '../export/write-several.ts'

interface SeveralExportOptions {
  signal: AbortSignal
  /** Called after each conversation with the number processed so far. */
  onProgress: (done: number) => void
}

/**
 * Downloads a ZIP archive of conversations, each as a Word document. A single conversation is downloaded as the document itself.
 * @returns the number of files written, and the conversations left out
 * @throws {ApiError} when nothing could be started; the abort reason when `signal` is aborted
 */
export async function exportSeveral(
  conversations: readonly Pick<Conversation, 'id' | 'title'>[],
  { signal, onProgress }: SeveralExportOptions,
): Promise<{ done: number; leftOut: LeftOut[] }> {
  const letterhead = await fetchLetterhead('docx')
  const date = new Date().toISOString()
  const read = (id: string) => call(routes.conversations.get, { params: { id }, signal })
  const { files, leftOut } = await writeSeveral({ conversations, letterhead, date, read, onProgress, signal })
  const [first] = files
  if (first && conversations.length === 1) saveBlob(new Blob([first.content], { type: mediaTypes.docx }), first.name)
  else if (first) saveBlob(archiveOf(files), fileName({ parts: ['conversations'], date }, 'zip'))
  return { done: files.length, leftOut }
}

function archiveOf(files: Awaited<ReturnType<typeof writeSeveral>>['files']): Blob {
  const archive = createArchive()
  for (const { name, content } of files) archive.add(name, content)
  return new Blob(archive.close(), { type: 'application/zip' })
}
