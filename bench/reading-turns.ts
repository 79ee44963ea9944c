import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { routes } from '@parvis/contract'
import { makePdf } from '@parvis/document-reading/fixtures'
import { createTestApp, type TestApp } from '../server/src/testing/test-app.ts'
import { openMigratedDatabase } from './bench-app.ts'
import type { BenchReport } from './report.ts'

const noisePages = 6
/** Maximum time from upload to searchable for a small text, in seconds, whatever others upload. */
const maxIndexingSeconds = 10
const maxSeconds = 900

/**
 * Measures the time from the upload of a small text to when it can be queried, while a PDF of noise pages of another person is read by recognition. The
 * same for a one-page scan, which gets its turn at the end of a page. Embedded engine on disk.
 */
export async function benchReadingTurns(): Promise<BenchReport> {
  const dir = await mkdtemp(path.join(tmpdir(), 'parvis-bench-turns-'))
  const database = await openMigratedDatabase({ kind: 'embedded', dir: path.join(dir, 'base') })
  try {
    const app = await createTestApp({ database })
    try {
      const [ana, ben] = [await app.createUser(), await app.createUser()]
      const noise = makeNoisePdf(noisePages)
      const base = { 'PDF de bruit (ko)': Math.round(noise.length / 1_000), pages: noisePages }
      await app.context.worker.start(true)
      const began = performance.now()
      const long = await upload(app, ana.token, 'bruit.pdf', noise)
      await until(async () => (await app.db.selectFrom('document').where('id', '=', long).select('state').executeTakeFirst())?.state === 'en_cours')
      const text = await measure(app, ben.token, 'note.txt', new TextEncoder().encode('Le marché se tient le samedi matin.'))
      const scan = await measure(app, ben.token, 'page.pdf', makeNoisePdf(1))
      const other = await measure(app, ben.token, 'autre.txt', new TextEncoder().encode('La déchèterie ouvre à neuf heures.'))
      await until(async () => isOver(app, long))
      const whole = (performance.now() - began) / 1_000
      const rows = [
        { ...base, document: 'texte de 35 caractères', secondes: text.toFixed(1) },
        { ...base, document: 'numérisation d’une page', secondes: scan.toFixed(1) },
        { ...base, document: 'texte après la numérisation', secondes: other.toFixed(1) },
        { ...base, document: 'le PDF de bruit lui-même', secondes: whole.toFixed(1) },
      ]
      const failures = [text, other].some((seconds) => seconds > maxIndexingSeconds) ? [`un petit texte se lit en ${maxIndexingSeconds} s au plus`] : []
      return { name: 'reading-turns', title: 'Un petit document pendant la lecture d’une longue numérisation', rows, failures }
    } finally {
      await app.close()
    }
  } finally {
    await database.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Makes pages of random dots, the hardest to recognise. */
function makeNoisePdf(pages: number): Uint8Array {
  const [width, height] = [827, 1_169]
  const bytes = new Uint8Array(Math.ceil(width / 8) * height)
  let state = 42
  // Park-Miller generator: the same noise each time.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (state = (state * 48_271) % 2_147_483_647) & 0xff
  const dictionary = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode >>`
  return makePdf({
    pages: Array.from({ length: pages }, () => ({ content: 'q 595 0 0 842 0 0 cm /Im1 Do Q' })),
    objects: [{ dictionary, stream: deflateSync(bytes) }],
  })
}

async function upload(app: TestApp, token: string, name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const { status, body } = await app.call(routes.documents.upload, { token, form })
  if (status !== 201) throw new Error(`upload answered ${status}`)
  return body.document.id
}

/** Seconds from the upload to the end of the reading. */
async function measure(app: TestApp, token: string, name: string, bytes: Uint8Array): Promise<number> {
  const began = performance.now()
  const id = await upload(app, token, name, bytes)
  await until(() => isOver(app, id))
  return (performance.now() - began) / 1_000
}

async function isOver(app: TestApp, id: string): Promise<boolean> {
  const { state } = await app.db.selectFrom('document').where('id', '=', id).select('state').executeTakeFirstOrThrow()
  return state === 'indexe' || state === 'echec'
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); performance.now() - began < maxSeconds * 1_000;) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('La lecture du banc ne finit pas.')
}
