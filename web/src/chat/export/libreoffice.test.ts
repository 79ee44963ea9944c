// @ts-expect-error: the browser's types know no process; the test runs in Node.
import { execFileSync } from 'node:child_process'
// @ts-expect-error: nor files.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
// @ts-expect-error: nor a system.
import { tmpdir } from 'node:os'
import { toDocx, toOdt } from '@parvis/office-writing'
import { countElements } from '@parvis/office-writing/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerReport } from './report.ts'
import { context, message } from './export.fixture.ts'

const office = ['/usr/bin/soffice', '/usr/lib/libreoffice/program/soffice'].find((path) => existsSync(path) as boolean)

/** Default letterhead of the product. */
const builtIn = (format: 'docx' | 'odt') => new Uint8Array(readFileSync(new URL(`../../../public/templates/export_template.${format}`, import.meta.url)))

// LibreOffice, several hundred megabytes, is not installed for this test alone: the name of the skipped suite says what is missing.
describe.skipIf(office === undefined)('read by LibreOffice (paquet Debian « libreoffice-writer-nogui »)', () => {
  let folder: string
  const read: Record<'docx' | 'odt', string> = { docx: '', odt: '' }

  beforeAll(() => {
    folder = mkdtempSync(`${tmpdir()}/parvis-export-`)
    const reviews = [
      {
        id: 'r',
        reviewer: 'Élodie <Le Goff>',
        is_own: true,
        capacity: 'la mairie',
        reviewed_at: '2026-11-30T09:00:00.000Z',
        digest: 'a'.repeat(64),
        is_current: true,
      },
    ]
    const report = answerReport(context, message, { is_generated: true, models: ['petit'], reviews, digest: 'a'.repeat(64) })
    const files = { docx: toDocx(report, builtIn('docx')), odt: toOdt(report, builtIn('odt')) }
    for (const format of ['docx', 'odt'] as const) {
      const file = `${folder}/${format}.${format}`
      writeFileSync(file, files[format])
      const profile = `-env:UserInstallation=file://${folder}/profile`
      // Flat OpenDocument shows how LibreOffice read the file, as one XML text.
      execFileSync(office, [profile, '--headless', '--convert-to', 'fodt', '--outdir', folder, file], { stdio: 'ignore' })
      read[format] = readFileSync(`${folder}/${format}.fodt`, 'utf8')
    }
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['docx', 'odt'] as const)('.%s: headings, tables, header rows, lists, notes and links', (format) => {
    const body = /<office:body>[\s\S]*<\/office:body>/.exec(read[format])![0]
    expect([...body.matchAll(/<text:h [^>]*text:outline-level="(\d)"/g)].map(([, level]) => Number(level))).toEqual([1, 2, 1, 1])
    expect(countElements(body, 'table:table')).toBe(2)
    expect(countElements(body, 'table:table-header-rows')).toBe(2)
    expect(countElements(body, 'text:note')).toBe(2)
    expect(countElements(body, 'text:a')).toBe(1)
    const words = body
      .replace(/<text:s\b[^>]*>/g, ' ')
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
    for (const part of [
      'Deuxième',
      'Troisième niveau',
      'Sous-étape',
      'Charges générales',
      'Nul n’est censé',
      'SELECT nom',
      'Texte de la note.',
      '&lt;script&gt;',
    ])
      expect(words).toContain(part)
  })

  it.each(['docx', 'odt'] as const)('.%s: its title, its author and its language', (format) => {
    expect(read[format]).toContain('<dc:title>Note de synthèse – École Œuvre-Saint-Cœur</dc:title>')
    expect(read[format]).toContain('<meta:initial-creator>Parvis</meta:initial-creator>')
    expect(read[format]).toMatch(/style:family="paragraph"[\s\S]{0,1500}?fo:language="fr" fo:country="FR"/)
  })

  it.each(['docx', 'odt'] as const)('.%s: the properties that say where the text comes from and who reviewed it', (format) => {
    const properties = Object.fromEntries(
      [...read[format].matchAll(/<meta:user-defined meta:name="([^"]*)"[^>]*>([^<]*)</g)].map(([, name, value]) => [name, value]),
    )
    expect(properties).toMatchObject({
      'Parvis.origine': 'intelligence artificielle',
      'Parvis.digitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
      'Parvis.date': context.date,
      'Parvis.modele': 'petit',
      'Parvis.relu': 'oui',
      'Parvis.relu_par': 'Élodie &lt;Le Goff&gt;',
      'Parvis.relu_le': '2026-11-30T09:00:00.000Z',
      'Parvis.relu_au_titre_de': 'la mairie',
      'Parvis.empreinte_sha256': 'a'.repeat(64),
    })
    expect(read[format].replace(/<[^>]*>/g, '')).toContain('Relu par Élodie &lt;Le Goff&gt;, le 30 novembre 2026, au titre de la mairie.')
  })
})
