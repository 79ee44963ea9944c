import { expect, test } from 'vitest'
import { readXmlPart } from './xml.ts'
import type { BoundedZip } from './zip.ts'

/** An archive of one part, handed out in these pieces. `given` counts them. */
function archiveOf(pieces: Iterable<string>): BoundedZip & { given: number } {
  const archive = {
    given: 0,
    names: ['a.xml'],
    has: () => true,
    async stream(_name: string, onChunk: (chunk: Buffer) => void) {
      for (const piece of pieces) {
        archive.given += 1
        onChunk(Buffer.from(piece))
      }
      return true
    },
  }
  return archive
}
function* declarations(...opening: string[]): Generator<string> {
  yield* opening
  for (let i = 1; i <= 10_000; i += 1) yield `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`
}

test.each([
  ['in one piece', ['<?xml version="1.0"?><!DOCTYPE x [']],
  ['cut in its name', ['<?xml version="1.0"?><!DOC', 'TYPE x [']],
])('FIC-06 a DTD %s is refused where it begins: not one of its declarations is read', async (_name, opening) => {
  const archive = archiveOf(declarations(...opening))
  const texts: string[] = []
  await expect(readXmlPart(archive, 'a.xml', { text: (text) => texts.push(text) }, 256)).rejects.toThrow('déclaration XML interdite')
  expect(archive.given).toBe(opening.length)
  expect(texts).toEqual([])
})

test('a text that speaks of a DTD is read', async () => {
  const texts: string[] = []
  await readXmlPart(archiveOf(['<a><![CDATA[<!DOCTYPE x', '>]]>&lt;!DOCTYPE', '</a>']), 'a.xml', { text: (text) => texts.push(text) }, 256)
  expect(texts.join('')).toContain('<!DOCTYPE x>')
})
