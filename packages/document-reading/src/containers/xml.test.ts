import { expect, test } from 'vitest'
import { readXmlPart } from './xml.ts'
import type { BoundedZip } from './zip.ts'

/** Makes an archive of one part, read in these chunks. `given` counts the chunks read. */
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

test.each([
  ['in one piece', ['<!DOCTYPE a PUBLIC "-//Maison//DTD A 1.0//FR" "a.dtd"><a>texte</a>']],
  ['in pieces', ['<?xml version="1.0"?>\n<!DOC', 'TYPE a PUBLIC "-//Maison', '//DTD [A] > 1.0//FR" ', "'a.dtd'", '>\n', '<a>texte</a>']],
  ['of one word', ['<!DOCTYPE a>', '<a>texte</a>']],
])('FIC-06 a DOCTYPE without an internal subset is ignored, %s', async (_name, pieces) => {
  const texts: string[] = []
  await readXmlPart(archiveOf(pieces), 'a.xml', { text: (text) => texts.push(text) }, 256)
  expect(texts.join('').trim()).toBe('texte')
})

test.each([
  ['an internal subset after an external DTD', ['<!DOCTYPE a PUBLIC "x" "a.dtd" [<!ENTITY b "c">]><a>&b;</a>']],
  ['an internal subset in a later piece', ['<!DOCTYPE a SYSTEM "a.dtd"', ' [', '<!ENTITY b "c">]>', '<a>&b;</a>']],
  ['a declaration too long', ['<!DOCTYPE a "', 'x'.repeat(3_000), '"><a/>']],
])('FIC-06 %s is refused', async (_name, pieces) => {
  await expect(readXmlPart(archiveOf(pieces), 'a.xml', {}, 256)).rejects.toThrow('déclaration XML interdite')
})

test('an entity of an external DTD is damage: the DTD is not read', async () => {
  await expect(readXmlPart(archiveOf(['<!DOCTYPE a SYSTEM "a.dtd"><a>&b;</a>']), 'a.xml', {}, 256)).rejects.toThrow('abîmé')
})

test('a text that speaks of a DTD is read', async () => {
  const texts: string[] = []
  await readXmlPart(archiveOf(['<a><![CDATA[<!DOCTYPE x', '>]]>&lt;!DOCTYPE', '</a>']), 'a.xml', { text: (text) => texts.push(text) }, 256)
  expect(texts.join('')).toContain('<!DOCTYPE x>')
})
