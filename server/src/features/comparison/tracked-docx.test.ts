import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { trackChanges, type ComparedBlock, type ComparedDocument } from '@parvis/document-comparison'
import { openParts } from '@parvis/office-writing/fixtures'
import { describe, expect, test } from 'vitest'
import { writeTrackedDocx } from './tracked-docx.ts'

const heading = (text: string): ComparedBlock => ({ kind: 'heading', level: 2, text })
const paragraph = (text: string): ComparedBlock => ({ kind: 'paragraph', text })
const item = (text: string): ComparedBlock => ({ kind: 'list_item', text })
const document = (...blocks: ComparedBlock[]): ComparedDocument => ({ pages: [{ page: null, blocks }] })
const tariffs = (...rows: string[][]): ComparedBlock => ({ kind: 'table', header: true, rows: [['Quotient', 'Repas', 'Goûter'], ...rows] })

const before = document(
  heading('Article 1 – Tarifs'),
  tariffs(['moins de 400 €', '1,20 €', '0,50 €'], ['de 401 à 700 €', '2,35 €', '0,80 €'], ['adultes', '6,20 €', '']),
  heading('Article 2 – Absences'),
  paragraph('Toute absence signalée avant 9 heures n’est pas facturée.'),
  item('les absences pour maladie ;'),
  item('les sorties scolaires.'),
  heading('Article 3 – Paiement'),
  paragraph('Les factures sont payées à la fin du mois, par carte ou par prélèvement <automatique> & régulier.'),
  heading('Article 4 – Litiges'),
  paragraph('Les réclamations sont adressées au maire dans un délai de deux mois.'),
  paragraph('Une conciliation est proposée.'),
)
const after = document(
  heading('Article 1 – Paiement'),
  paragraph('Les factures sont payées à la fin du mois, par carte ou par prélèvement <automatique> & régulier.'),
  heading('Article 2 – Tarifs'),
  tariffs(['moins de 400 €', '1,20 €', '0,50 €'], ['de 401 à 700 €', '2,45 €', '0,80 €'], ['de 701 à 900 €', '3,10 €', '0,90 €']),
  heading('Article 3 – Absences'),
  paragraph('Toute absence signalée avant 10 heures la veille n’est pas facturée.'),
  item('les absences pour maladie ;'),
  item('les grèves ;'),
  item('les sorties scolaires.'),
  heading('Article 4 – Litiges'),
  paragraph('Les réclamations sont adressées au maire dans un délai de trois mois.'),
)

const made = (from: ComparedDocument, to: ComparedDocument) =>
  writeTrackedDocx({
    comparison: trackChanges(from, to),
    before: 'règlement 2025.docx',
    after: 'règlement 2026.docx',
    date: '2026-11-29T20:00:00.000Z',
    dateInWords: '29 novembre 2026',
    letterhead: null,
  })
const documentXml = (file: Uint8Array) => openParts(file)['word/document.xml']!

/** Lines of the tracked text once every revision is accepted or rejected, as a word processor does. */
function resolve(xml: string, isAccepted: boolean): string[] {
  const dropped = isAccepted ? ['del', 'moveFrom'] : ['ins', 'moveTo']
  const tracked = xml.slice(xml.indexOf('<w:br w:type="page"/>'))
  const without = (text: string) => dropped.reduce((left, name) => left.replace(new RegExp(`<w:${name} [^>]*[^/]>[\\s\\S]*?</w:${name}>`, 'g'), ''), text)
  const isDropped = (properties: string) => dropped.some((name) => new RegExp(`<w:${name} [^>]*/>`).test(properties))
  const textOf = (part: string) =>
    [...without(part).matchAll(/<w:(?:t|delText) [^>]*>([^<]*)</g)]
      .map(([, text]) => text!.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'))
      .join('')
  return [...tracked.matchAll(/<w:tr>[\s\S]*?<\/w:tr>|<w:p>[\s\S]*?<\/w:p>/g)].flatMap(([block]) => {
    const properties = /<w:(?:trPr|pPr)>[\s\S]*?<\/w:(?:trPr|pPr)>/.exec(block)?.[0] ?? ''
    if (isDropped(properties) || !block.includes('xml:space')) return []
    return block.startsWith('<w:tr>')
      ? [[...block.matchAll(/<w:tc>[\s\S]*?<\/w:tc>/g)].map(([cell]) => textOf(cell)).join(' | ')]
      : [textOf(block).replace(/^–\u00a0/, '')]
  })
}

const linesOf = (from: ComparedDocument) =>
  from.pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => row.join(' | ')) : [block.text])))

describe('tracked changes', () => {
  const xml = documentXml(made(before, after))

  test('accepting all gives the new text, rejecting all the former one', () => {
    expect(resolve(xml, true)).toEqual(linesOf(after))
    expect(resolve(xml, false)).toEqual(linesOf(before))
    const back = documentXml(made(after, before))
    expect(resolve(back, true)).toEqual(linesOf(before))
    expect(resolve(back, false)).toEqual(linesOf(after))
  })

  test('every revision has its number, the author and the date; a move has the same name at both ends', () => {
    const revisions = [...xml.matchAll(/<w:(?:ins|del|moveFrom|moveTo) [^>]*>/g)].map(([open]) => open)
    expect(revisions.length).toBeGreaterThan(20)
    for (const open of revisions) expect(open).toMatch(/w:id="\d+" w:author="Comparaison Parvis" w:date="2026-11-29T20:00:00Z"/)
    expect(new Set(revisions.map((open) => /w:id="(\d+)"/.exec(open)![1])).size).toBe(revisions.length)
    for (const end of ['From', 'To']) {
      expect([...xml.matchAll(new RegExp(`<w:move${end}RangeStart [^>]*w:name="([^"]*)"`, 'g'))].map(([, name]) => name)).toEqual(['deplacement1'])
      expect([...xml.matchAll(new RegExp(`<w:move${end}RangeEnd `, 'g'))]).toHaveLength(1)
    }
    expect(xml).not.toMatch(/<w:del [^>]*[^/]>(?:(?!<\/w:del>)[\s\S])*<w:t[ >]/)
  })

  test('what is deleted inside a moved part stays inside its range', () => {
    const rest = [
      heading('Accès'),
      paragraph('La salle est ouverte de 9 heures à 18 heures, du lundi au vendredi, toute l’année.'),
      paragraph('Une clé est remise au gardien.'),
    ]
    const part = [heading('Prêt'), paragraph('Un dépôt est demandé.'), paragraph('Le retour se fait au comptoir.')]
    const [from, to] = [document(...rest, ...part), document(part[0]!, part[2]!, ...rest)]
    const moved = documentXml(made(from, to))
    expect(resolve(moved, true)).toEqual(linesOf(to))
    expect(resolve(moved, false)).toEqual(linesOf(from))
    for (const end of ['FromRangeStart', 'FromRangeEnd', 'ToRangeStart', 'ToRangeEnd'])
      expect([...moved.matchAll(new RegExp(`<w:move${end} `, 'g'))]).toHaveLength(1)
  })

  test('the figures come first, in a table that is not a revision', () => {
    const first = xml.slice(0, xml.indexOf('<w:br w:type="page"/>'))
    expect(first).not.toMatch(/<w:(?:ins|del) /)
    const texts = [...first.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, text]) => text!.replaceAll('\u00a0', ' '))
    for (const text of ['Ce qui change en chiffres', '2,35 €', '2,45 €', '9 heures', '10 heures', 'deux mois', 'trois mois']) expect(texts).toContain(text)
  })

  test('a comparison without changes has no revision', () => {
    const same = documentXml(made(before, before))
    expect(same).not.toMatch(/<w:(?:ins|del|moveFrom|moveTo) /)
    expect(same).toContain('Aucun changement de fond.')
  })
})

const office = ['/usr/bin/soffice', '/usr/lib/libreoffice/program/soffice'].find((path) => existsSync(path))

test.skipIf(office === undefined)(
  'LibreOffice reads the table of figures, the insertions and the deletions (paquet Debian « libreoffice-writer-nogui »)',
  () => {
    const folder = mkdtempSync(`${tmpdir()}/parvis-comparison-`)
    try {
      writeFileSync(`${folder}/comparaison.docx`, made(before, after))
      execFileSync(
        office!,
        [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'fodt', '--outdir', folder, `${folder}/comparaison.docx`],
        { stdio: 'ignore' },
      )
      const read = readFileSync(`${folder}/comparaison.fodt`, 'utf8')
      expect(read).toContain('<dc:creator>Comparaison Parvis</dc:creator>')
      const table = /<table:table [\s\S]*?<\/table:table>/.exec(read)![0]
      const rows = [...table.matchAll(/<table:table-row[ >][\s\S]*?<\/table:table-row>/g)].map(([row]) =>
        [...row.matchAll(/<table:table-cell[ >][\s\S]*?<\/table:table-cell>/g)].map(([cell]) =>
          cell
            .replace(/<[^>]*>/g, '')
            .replace(/\s+/g, ' ')
            .trim(),
        ),
      )
      expect(rows[0]).toEqual(['Quoi', 'Avant', 'Après'])
      expect(rows.map((row) => row.slice(1).join(' → '))).toEqual(expect.arrayContaining(['2,35 € → 2,45 €', '9 heures → 10 heures', 'deux mois → trois mois']))
      for (const kind of ['insertion', 'deletion']) expect(read).toContain(`<text:${kind}>`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  240_000,
)
