import { routes, type Conversation } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { types } from '../export/export-document.ts'
import { fetchLetterhead } from '../export/fetch-letterhead.ts'
import { fileName, save } from '../export/save.ts'
import { createArchive } from '../export/write.ts'
import { writeSeveral, type LeftOut } from '../export/write-several.ts'

interface Asking {
  signal: AbortSignal
  /** Told after each conversation how many are done. */
  onProgress: (done: number) => void
}

/**
 * Downloads an archive of conversations, each as a Word document; a single one is the document itself. To be loaded when it is asked for.
 * @returns how many it has, and those that it has not @throws {ApiError} when nothing could be begun; what aborted `signal`
 */
export async function exportSeveral(
  conversations: readonly Pick<Conversation, 'id' | 'title'>[],
  { signal, onProgress }: Asking,
): Promise<{ done: number; left: LeftOut[] }> {
  const letterhead = await fetchLetterhead('docx')
  const date = new Date().toISOString()
  const read = (id: string) => call(routes.conversations.get, { params: { id }, signal })
  const { files, left } = await writeSeveral({ conversations, letterhead, date, read, onProgress, signal })
  const [first] = files
  if (first && conversations.length === 1) save(new Blob([first.content], { type: types.docx }), first.name)
  else if (first) save(archiveOf(files), fileName({ parts: ['conversations'], date }, 'zip'))
  return { done: files.length, left }
}

function archiveOf(files: Awaited<ReturnType<typeof writeSeveral>>['files']): Blob {
  const archive = createArchive()
  for (const { name, content } of files) archive.add(name, content)
  return new Blob(archive.close(), { type: 'application/zip' })
}
