import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { routes } from '@parvis/contract'
import { createTextExtractor } from '@parvis/document-reading'
import { drawText, makePdf } from '@parvis/document-reading/fixtures'
import { createTestApp } from '../server/src/testing/test-app.ts'
import { openMigratedDatabase } from './bench-app.ts'

/**
 * Pages per second of elapsed time: `first` in a new process, `again` once its code is warm, `indexed` from upload to searchable in the whole product,
 * with the embedded engine on disk.
 */
type LongPdf = { pages: number; first: number; again: number; indexed: number }

const pages = 1_000
const linesPerPage = 45

/** Measures how fast one long text PDF is read: a year of council decisions in a single file, without drawings. */
export async function measureLongPdf(): Promise<LongPdf> {
  const dir = await mkdtemp(path.join(tmpdir(), 'parvis-bench-pdf-'))
  const file = path.join(dir, 'recueil.pdf')
  const extractor = createTextExtractor()
  const read = async () => {
    const startedAt = performance.now()
    const result = await extractor.extract({ path: file, original_filename: 'recueil.pdf' }, { signal: AbortSignal.timeout(300_000) })
    if (!result.ok || result.document.pages.length !== pages) throw new Error('Le recueil du banc n’a pas été lu en entier.')
    return pages / ((performance.now() - startedAt) / 1_000)
  }
  try {
    const line = (page: number, index: number) =>
      `Le conseil municipal approuve la convention ${page}-${index}, dans les conditions de l'article L. ${2100 + (index % 900)}-${page % 50}.`
    const content = (page: number) => Array.from({ length: linesPerPage }, (_, index) => drawText(60, 780 - 16 * index, line(page, index))).join('\n')
    await writeFile(file, makePdf({ pages: Array.from({ length: pages }, (_, page) => ({ content: content(page) })) }))
    return { pages, first: await read(), again: await read(), indexed: pages / (await secondsToIndex(dir, file)) }
  } finally {
    await extractor.close()
    await rm(dir, { recursive: true, force: true })
  }
}

async function secondsToIndex(dir: string, file: string): Promise<number> {
  const database = await openMigratedDatabase({ kind: 'embedded', dir: path.join(dir, 'base') })
  try {
    const app = await createTestApp({ database, config: { maxUploadMb: 100 } })
    try {
      const { token } = await app.createUser()
      const form = new FormData()
      form.append('file', new Blob([await readFile(file)]), 'recueil.pdf')
      const startedAt = performance.now()
      const { status } = await app.call(routes.documents.upload, { token, form })
      if (status !== 201) throw new Error(`upload answered ${status}`)
      await app.context.worker.drain()
      const { state } = await database.db.selectFrom('document').select('state').executeTakeFirstOrThrow()
      if (state !== 'indexe') throw new Error(`the document is ${state}`)
      return (performance.now() - startedAt) / 1_000
    } finally {
      await app.close()
    }
  } finally {
    await database.close()
  }
}
