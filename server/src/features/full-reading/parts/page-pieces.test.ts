import { describe, expect, it } from 'vitest'
import type { ExtractedBlock, ExtractedPage } from '@parvis/document-reading'
import { piecesOf } from './page-pieces.ts'

const page = (number: number | null, blocks: ExtractedBlock[], label: string | null = null): ExtractedPage => ({ page: number, label, ocr: false, blocks })
const paragraph = (text: string): ExtractedBlock => ({ kind: 'paragraph', text })

describe('the pieces of a document', () => {
  it('are its pages, with their number and the headings above their first line', () => {
    const pieces = piecesOf('pdf', [
      page(1, [{ kind: 'heading', level: 1, text: 'Budget' }, paragraph('Les recettes montent.')]),
      page(2, [{ kind: 'list_item', text: 'impôts' }, { kind: 'table', header: true, rows: [['Poste', 'Montant'], ['Eau', '12']] }]), // oxfmt-ignore
      page(3, []),
      page(4, [
        { kind: 'heading', level: 2, text: 'Dépenses' },
        { ...paragraph('Ville de Rive'), boilerplate: true },
      ]),
    ])
    expect(pieces).toEqual([
      { page: 1, section: 'Budget', text: 'Budget\nLes recettes montent.' },
      { page: 2, section: 'Budget', text: '- impôts\nPoste | Montant\nEau | 12' },
      { page: 4, section: 'Budget › Dépenses', text: 'Dépenses\nVille de Rive' },
    ])
  })

  it('are cut between two blocks where there are no pages, and lose nothing', () => {
    const blocks = Array.from({ length: 40 }, (_, at) => paragraph(`Alinéa ${at}. ${'Le conseil délibère sur ce point. '.repeat(10)}`.trim()))
    const pieces = piecesOf('txt', [page(null, blocks)])
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.every(({ text }) => text.length < 2_600)).toBe(true)
    expect(pieces.flatMap(({ text }) => text.split('\n'))).toEqual(blocks.map((block) => (block.kind === 'table' ? '' : block.text)))
  })

  it('cut a paragraph without end between two sentences', () => {
    const sentences = Array.from({ length: 300 }, (_, at) => `La phrase numéro ${at} dit une chose.`)
    const pieces = piecesOf('txt', [page(null, [paragraph(sentences.join(' '))])])
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces.flatMap(({ text }) => text.split('\n'))).toEqual(sentences)
  })

  it('repeat the header of a table in each part of it, and say the sheet', () => {
    const rows = Array.from({ length: 300 }, (_, at) => [`Subvention ${at}`, `${at * 10} €`])
    const pieces = piecesOf('xlsx', [page(null, [{ kind: 'table', header: true, rows: [['Objet', 'Somme'], ...rows] }], 'Budget')])
    expect(pieces.length).toBeGreaterThan(2)
    for (const { text, section } of pieces) {
      expect(text.split('\n')[0]).toBe('Objet | Somme')
      expect(section).toBe('Feuille «\u00a0Budget\u00a0»')
    }
    expect(pieces.flatMap(({ text }) => text.split('\n').slice(1))).toEqual(rows.map((row) => row.join(' | ')))
  })

  it('forget the headings of a sheet at the next one', () => {
    const pieces = piecesOf('xlsx', [page(null, [{ kind: 'heading', level: 1, text: 'Titre' }, paragraph('a')], 'Une'), page(null, [paragraph('b')], 'Deux')])
    expect(pieces.map(({ section }) => section)).toEqual(['Feuille «\u00a0Une\u00a0» › Titre', 'Feuille «\u00a0Deux\u00a0»'])
  })
})
