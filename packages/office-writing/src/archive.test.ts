import { strToU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { createArchive } from './archive.ts'

it('gives back each document as it went in, in order', async () => {
  const documents = { 'Note.docx': strToU8('Œuvre'.repeat(5_000)), 'vide.docx': new Uint8Array(), 'Annexe-2.odt': Uint8Array.from([0x50, 0x4b, 3, 4]) }
  const archive = createArchive()
  for (const [name, content] of Object.entries(documents)) archive.add(name, content)
  const found = unzipSync(new Uint8Array(await new Blob(archive.close()).arrayBuffer()))
  expect(Object.keys(found)).toEqual(Object.keys(documents))
  expect(found).toEqual(documents)
})
