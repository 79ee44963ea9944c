import { describe, expect, test } from 'vitest'
import { isNameList, isReceiptStamp, markBoilerplate } from './boilerplate.ts'
import type { ExtractedBlock, ExtractedPage } from '../port.ts'

const marked = (texts: string[]) => {
  const blocks: ExtractedBlock[] = texts.map((text) => ({ kind: 'paragraph', text }))
  markBoilerplate([{ page: 1, label: null, ocr: false, blocks }])
  return blocks.map(({ boilerplate }) => boilerplate === true)
}

describe('markBoilerplate', () => {
  test('flags an attendance list over several paragraphs, and stops at the first sentence', () => {
    expect(
      marked([
        'Étaient présents :',
        'Mme Anne MARTIN, M. Paul DURAND, Mme Zoé LE GOFF',
        'Absents excusés : M. Luc PETIT, Mme Ève NOËL',
        'Le conseil municipal approuve le budget primitif pour l’année 2024.',
        'M. Jean DUPONT, adjoint, présente le rapport sur les écoles de la ville.',
      ]),
    ).toEqual([true, true, true, false, false])
  })

  test('knows a list announced by an article of law', () => {
    expect(
      marked([
        "Absents ayant voté par procuration en application de l'article L 2121-20 du Code Général des Collectivités Territoriales : Paul DURAND, Anne MARTIN",
      ]),
    ).toEqual([true])
  })

  test('leaves a sentence that merely starts like a list', () => {
    expect(marked(['Présents depuis longtemps dans la commune, les commerces demandent un soutien : la ville y répond.'])).toEqual([false])
  })

  test('the subject of the act is not of the list of people before it, nor a heading', () => {
    const list = 'Étaient présents : Mme Anne MARTIN, M. Paul DURAND'
    expect(marked([list, 'OBJET : SUBVENTIONS AUX ASSOCIATIONS, ANNÉE 2024'])).toEqual([true, false])
    for (const subject of [
      'Objet de la délibération : Tarifs',
      'Objet de l’acte : Tarifs',
      'OBJET DE L’ARRÊTÉ : CIRCULATION, RUE HAUTE',
      'Objet du présent arrêté : Voirie',
    ])
      expect(marked([list, subject])).toEqual([true, false])
    const blocks: ExtractedBlock[] = [
      { kind: 'paragraph', text: list },
      { kind: 'heading', level: 2, text: 'URBANISME' },
    ]
    markBoilerplate([{ page: 1, label: null, ocr: false, blocks }])
    expect(blocks.map(({ boilerplate }) => boilerplate === true)).toEqual([true, false])
  })

  test.each([
    ['Étaient présents : Mme Anne MARTIN, M. Paul DURAND, M. Luc PETIT', 'OBJET : Vote des Subventions 2024'],
    ['Envoyé en préfecture le 12/03/2024 Reçu en préfecture le 13/03/2024', 'OBJET : Vente d’un terrain communal'],
    ['Affiché le 13/03/2024', 'Objet de l’acte : Tarifs de la cantine'],
    ['Reçu en préfecture le 12/03/2024\nAffiché le 13/03/2024', 'Objet : Tarifs de la cantine'],
  ])('“%s” joined to the subject is flagged without it', (repeated, subject) => {
    const page: ExtractedPage = { page: 1, label: null, ocr: false, blocks: [{ kind: 'paragraph', text: `${repeated} ${subject}` }] }
    markBoilerplate([page])
    expect(page.blocks).toEqual([
      { kind: 'paragraph', text: repeated, boilerplate: true },
      { kind: 'paragraph', text: subject },
    ])
  })

  test('a page read as one long paragraph is no list of names', () => {
    const page = `Présents : M. Paul DURAND, Mme Anne MARTIN. ${'Le conseil municipal approuve le budget primitif de la commune. '.repeat(70)}`
    expect(marked([page])).toEqual([false])
  })

  test.each([
    'Accusé de réception en préfecture',
    'Accusé de réception – Ministère de l’intérieur',
    '034-213401722-20140424-0000071248-DE',
    'Envoyé en préfecture le 12/03/2024',
    'Date de télétransmission : 12/03/2024',
    'Acte certifié exécutoire',
    'Réception en Préfecture : 28/04/2014',
    'ID : 034-213401722-20140424-71248-DE',
    'Affiché le 13/03/2024, le Maire certifie le caractère exécutoire',
    'Publié le 3 mai 2024, le maire, Paul DURAND',
    'Publié le 3 mai 2024, le Maire Paul DURAND',
    'Affiché le 13/03/2024, le Maire',
  ])('knows the stamp “%s”', (text) => expect(isReceiptStamp(text)).toBe(true))

  test.each([
    'Le maire accuse réception du courrier.',
    'La réception des travaux a lieu le 3 mai.',
    'Envoyer en préfecture le dossier',
    'Publié le 3 mai, l’arrêté interdit le stationnement.',
    'Publié le 3 mai, le maire interdit le stationnement.',
  ])('is not fooled by “%s”', (text) => expect(isReceiptStamp(text)).toBe(false))

  test('tells names from sentences', () => {
    expect(isNameList('M. Paul DURAND, Mme Anne MARTIN')).toBe(true)
    expect(isNameList('La commune décide de vendre le terrain, puis de construire')).toBe(false)
  })
})
