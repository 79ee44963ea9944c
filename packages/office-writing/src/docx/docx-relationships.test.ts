import { createMarkdownReader } from '@parvis/markdown'
import { expect, test } from 'vitest'
import { toDocx } from './docx.ts'
import { cleanDocx } from '../letterhead/clean-docx.ts'
import { docxFile } from '../letterhead/letterhead.fixture.ts'
import type { Report } from '../report.ts'
import { openParts } from '../testing/sample.ts'

const reportOf = (markdown: string): Report => ({
  title: 'Note',
  facts: [],
  date: '2026-11-21T08:00:00.000Z',
  dateInWords: '21 novembre 2026',
  author: 'Mairie',
  description: '',
  keywords: '',
  blocks: createMarkdownReader().read(markdown, 1),
})

type Parts = Record<string, string>

const space =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relsOf = (part: string) => part.replace(/([^/]+)$/, '_rels/$1.rels')

/** The relationships of a part: where each leads, by its identifier, which stands once. */
function relationshipsOf(parts: Parts, part: string): Map<string, string> {
  const all = (parts[relsOf(part)]?.match(/<Relationship [^>]*>/g) ?? []).map((one): [string, string] => [
    /Id="([^"]*)"/.exec(one)![1]!,
    /Target="([^"]*)"/.exec(one)![1]!,
  ])
  expect(new Set(all.map(([id]) => id)).size, `identifiers of ${part}`).toBe(all.length)
  return new Map(all)
}

/** Where each use of a relationship in a part leads, by that part's own relationships, as a word processor reads them. */
function targetsUsed(parts: Parts, part: string): string[] {
  const known = relationshipsOf(parts, part)
  return [...parts[part]!.matchAll(/ r:(?:id|embed|link|pict)="([^"]*)"/g)].map(([, id]) => {
    expect([...known.keys()], `${id} in ${part}`).toContain(id)
    return known.get(id!)!
  })
}

/** Nothing of the file points at what is not in it. */
function expectWhole(parts: Parts): void {
  for (const part of Object.keys(parts)) targetsUsed(parts, part)
  for (const [name, rels] of Object.entries(parts).filter(([one]) => one.endsWith('.rels'))) {
    const part = name.replace(/_rels\/([^/]*)\.rels$/, '$1')
    if (part !== '') expect(parts, name).toHaveProperty([part])
    for (const [one] of rels.matchAll(/<Relationship [^>]*>/g)) {
      if (one.includes('TargetMode="External"')) continue
      const target = new URL(/Target="([^"]*)"/.exec(one)![1]!, `zip:///${part}`).pathname.slice(1)
      expect(parts, `${one} of ${name}`).toHaveProperty([target])
    }
  }
  const declared = [...parts['[Content_Types].xml']!.matchAll(/PartName="\/([^"]*)"/g)].map(([, name]) => name!)
  expect(declared.sort()).toEqual(
    Object.keys(parts)
      .filter((name) => /^(?:word|docProps)\/[^/]*\.xml$/.test(name))
      .sort(),
  )
}

const linkedText = `Voir le [site](https://a.fr/corps), une note[^a], une autre[^b], puis le [site](https://a.fr/fin).

[^a]: Selon [le code](https://a.fr/note?x=1&y=2).
[^b]: https://a.fr/nue`

const ownNotes = docxFile({
  more: [['rId9', 'footnotes', 'footnotes.xml']],
  files: {
    'word/footnotes.xml': `<w:footnotes ${space}><w:footnote w:id="2"><w:p><w:hyperlink r:id="rId1"><w:r><w:t>Charte</w:t></w:r></w:hyperlink></w:p></w:footnote></w:footnotes>`,
    'word/_rels/footnotes.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationshipTypes}/hyperlink" Target="https://a.fr/charte" TargetMode="External"/></Relationships>`,
  },
})

test.each([
  ['without notes', docxFile(), []],
  ['with a note that holds a link', ownNotes, ['https://a.fr/charte']],
])('the links of notes lead where they say, in a letterhead %s', async (_, letterhead, theirs) => {
  const parts = openParts(toDocx(reportOf(linkedText), await cleanDocx(letterhead)))
  expectWhole(parts)
  expect(targetsUsed(parts, 'word/footnotes.xml')).toEqual([...theirs, 'https://a.fr/note?x=1&amp;y=2', 'https://a.fr/nue'])
  expect(targetsUsed(parts, 'word/document.xml').filter((target) => target.startsWith('https:'))).toEqual(['https://a.fr/corps', 'https://a.fr/fin'])
  expect(relationshipsOf(parts, 'word/footnotes.xml').size).toBe(theirs.length + 2)
})
