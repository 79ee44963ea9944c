import type { Source } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { mergeNotes, parseNotes, renderNotes } from './notes.ts'

const page = (number: number, extract = ''): Source => ({ number, document_id: 'd', document: 'X', page: number, section: null, extract, score: 1 })
const pages = [page(41, 'La subvention de 12 000 € est votée pour la salle des fêtes.'), page(42, 'Le maire signe la convention avec Rive le 3 mai.')]

describe('what a model noted', () => {
  it('is a note a line, with its pages', () => {
    expect(parseNotes('- Subvention : 12 000 € [41]\n* Convention, le 3 mai [42].\n3. Les deux [41, 42]\n- Les deux [41][42]', pages)).toEqual([
      { text: 'Subvention : 12 000 €', numbers: [41] },
      { text: 'Convention, le 3 mai', numbers: [42] },
      { text: 'Les deux', numbers: [41, 42] },
      { text: 'Les deux', numbers: [41, 42] },
    ])
  })

  it('keeps no number that is not of its pages, and no bracket that could pass for one', () => {
    expect(parseNotes('- Fait sans page connue [7]\n- Selon l’arrêté [2024] du maire [42] [9999]', pages)).toEqual([
      { text: 'Fait sans page connue', numbers: [] },
      { text: 'Selon l’arrêté (2024) du maire', numbers: [42] },
    ])
  })

  it('finds the page of a line that names none, where its words stand', () => {
    const noted = parseNotes('- Subvention de 12 000 € pour la salle des fêtes\n- Convention signée avec Rive le 3 mai [8]', pages)
    expect(noted.map(({ numbers }) => numbers)).toEqual([[41], [42]])
  })

  it('leaves out what is no item, and joins an item on two lines', () => {
    const answer =
      'Voici ce que j’ai relevé :\n\n## Montants\n---\n- Subvention votée\n  pour la salle [41]\n\nRIEN\n- Rien.\n```\n| Objet | Date |\n|---|---|\n| Convention | 3 mai | [42] |'
    expect(parseNotes(answer, pages)).toEqual([
      { text: 'Subvention votée pour la salle', numbers: [41] },
      { text: 'Objet | Date', numbers: [] },
      { text: 'Convention | 3 mai', numbers: [42] },
    ])
    expect(parseNotes('RIEN', pages)).toEqual([])
  })

  it('is read back as it was kept', () => {
    const notes = parseNotes('- Un (2024) fait : 3,5 % [41]\n- Autre [42][41]\n- Sans page', pages)
    expect(parseNotes(renderNotes(notes), pages)).toEqual(notes)
  })

  it('merges exact duplicates only, with the pages of all', () => {
    const notes = [
      { text: 'Loyer : 400 €', numbers: [1] },
      { text: 'Loyer : 450 €', numbers: [2] },
      { text: 'Loyer :  400 €.', numbers: [3, 1] },
    ]
    expect(mergeNotes(notes)).toEqual([
      { text: 'Loyer : 400 €', numbers: [1, 3] },
      { text: 'Loyer : 450 €', numbers: [2] },
    ])
  })
})
