import { createMarkdownReader } from '@parvis/markdown'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { toDocx } from './docx.ts'
import { cleanDocx } from '../letterhead/clean-docx.ts'
import { docxFile, rels, word } from '../letterhead/letterhead.fixture.ts'
import type { DocumentReport } from '../fill-letterhead.ts'
import { openParts } from '../testing/sample.ts'

const reportOf = (markdown: string): DocumentReport => ({
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

const relsOf = (part: string) => part.replace(/([^/]+)$/, '_rels/$1.rels')

/** Returns the target of each relationship of a part, by its id, and checks that ids are unique. */
function relationshipsOf(parts: Parts, part: string): Map<string, string> {
  const all = (parts[relsOf(part)]?.match(/<Relationship [^>]*>/g) ?? []).map((one): [string, string] => [
    /Id="([^"]*)"/.exec(one)![1]!,
    /Target="([^"]*)"/.exec(one)![1]!,
  ])
  expect(new Set(all.map(([id]) => id)).size, `identifiers of ${part}`).toBe(all.length)
  return new Map(all)
}

/** Returns the target of each use of a relationship in a part, found in the part's own relationships as a word processor does. */
function targetsUsed(parts: Parts, part: string): string[] {
  const known = relationshipsOf(parts, part)
  return [...parts[part]!.matchAll(/ r:(?:id|embed|link|pict)="([^"]*)"/g)].map(([, id]) => {
    expect([...known.keys()], `${id} in ${part}`).toContain(id)
    return known.get(id!)!
  })
}

/** Checks that every reference in the file has a target in it. */
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
  const held = Object.keys(parts).filter((name) => /^(?:word|docProps)\/(?:theme\/)?[^/]*\.xml$/.test(name))
  expect(declared.sort()).toEqual(held.sort())
}

const linkedText = `Voir le [site](https://a.fr/corps), une note[^a], une autre[^b], puis le [site](https://a.fr/fin).

[^a]: Selon [le code](https://a.fr/note?x=1&y=2).
[^b]: https://a.fr/nue`

const ownNotes = docxFile({
  more: [['rId9', 'footnotes', 'footnotes.xml']],
  files: {
    'word/footnotes.xml': `<w:footnotes ${word}><w:footnote w:id="2"><w:p><w:hyperlink r:id="rId1"><w:r><w:t>Charte</w:t></w:r></w:hyperlink></w:p></w:footnote></w:footnotes>`,
    'word/_rels/footnotes.xml.rels': rels(['rId1', 'hyperlink', 'https://a.fr/charte', 'External']),
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

const everyPart = docxFile({
  header: '<w:p><w:r><w:t>{{titre}}</w:t></w:r></w:p>',
  more: [
    ['rId9', 'numbering', 'numbering.xml'],
    ['rId10', 'footnotes', '/word/footnotes.xml'],
    ['rId11', 'settings', 'settings.xml'],
    ['rId12', 'theme', 'theme/theme1.xml'],
    ['rId13', 'header', 'header3.xml'],
  ],
  files: {
    'word/numbering.xml': `<w:numbering ${word}><w:abstractNum w:abstractNumId="4"></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>`,
    'word/footnotes.xml': `<w:footnotes ${word}><w:footnote w:id="2"><w:p/></w:footnote></w:footnotes>`,
    'word/settings.xml': `<w:settings ${word}><w:evenAndOddHeaders/></w:settings>`,
    'word/theme/theme1.xml': '<a:theme xmlns:a="urn:a"/>',
    'word/header3.xml': `<w:hdr ${word}><w:p/></w:hdr>`,
    'word/_rels/header3.xml.rels': rels(['rId1', 'image', 'media/logo.png']),
  },
})

/** Renames these parts with an added number, as Word online does. */
function renamed(file: Uint8Array, ...names: string[]): Uint8Array {
  const change = (value: string) => names.reduce((text, name) => text.replaceAll(`${name}.xml`, `${name}2.xml`), value)
  const parts = Object.entries(unzipSync(file)).map(([name, bytes]) => [change(name), name.endsWith('.rels') ? strToU8(change(strFromU8(bytes))) : bytes])
  return zipSync(Object.fromEntries(parts))
}

test.each([[['document']], [['styles', 'numbering']], [['document', 'styles', 'numbering', 'footnotes', 'settings', 'theme1', 'header1']]])(
  'a letterhead whose parts have other names serves as well: %s',
  async (names) => {
    const report = reportOf(`# Objet\n\n- un\n\n${linkedText}`)
    const parts = openParts(toDocx(report, await cleanDocx(renamed(everyPart, ...names))))
    expect(parts).toEqual(openParts(toDocx(report, await cleanDocx(everyPart))))
    expectWhole(parts)
    const lists = Object.keys(parts).filter((name) => /\/(?:styles|numbering|footnotes)\d*\.xml$/.test(name))
    expect(lists.sort()).toEqual(['word/footnotes.xml', 'word/numbering.xml', 'word/styles.xml'])
    const kinds = [...parts['word/_rels/document.xml.rels']!.matchAll(/relationships\/(styles|numbering|footnotes)"/g)].map(([, kind]) => kind)
    expect(kinds).toEqual(['styles', 'numbering', 'footnotes'])
    // The styles of the letterhead, with those of Parvis.
    expect(parts['word/styles.xml']).toMatch(/w:styleId="Titre1"[\s\S]*<w:name w:val="Parvis texte"\/>/)
    expect(parts['word/document.xml']).toContain('<w:pStyle w:val="Titre1"/>')
    expect(parts['word/numbering.xml']).toMatch(/w:abstractNumId="4"[\s\S]*<w:num w:numId="7">[\s\S]*<w:num w:numId="8">/)
    expect(parts['word/settings.xml']).toContain('<w:evenAndOddHeaders>')
    expect(parts['word/header1.xml']).toContain('<w:t>Note</w:t>')
  },
)

test('a letterhead with two parts for its styles is refused: neither may take the place of the other', async () => {
  const twice = docxFile({ more: [['rId9', 'styles', 'styles2.xml']], files: { 'word/styles2.xml': `<w:styles ${word}/>` } })
  await expect(cleanDocx(twice)).rejects.toThrow(/abîmé/)
})
