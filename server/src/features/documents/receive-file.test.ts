import { expect, test } from 'vitest'
import { cleanFilename } from './receive-file.ts'

test.each([
  ['Délibération n°12.pdf', 'Délibération n°12.pdf'],
  ['De\u0301libe\u0301ration.pdf', 'Délibération.pdf'],
  ['../../etc/passwd.txt', '../../etc/passwd.txt'],
  ['a\0b\r\nc.txt', 'abc.txt'],
  ['  ', 'document'],
  ['📄 note.md', '📄 note.md'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept)
})

test('a name that is too long keeps its extension', () => {
  const kept = cleanFilename(`${'é'.repeat(400)}.docx`)
  expect(kept).toHaveLength(255)
  expect(kept.endsWith('.docx')).toBe(true)
})
