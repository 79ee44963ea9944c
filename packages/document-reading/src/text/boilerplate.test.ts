import { describe, expect, test } from 'vitest'
import { isNameList, isReceiptStamp, markBoilerplate } from './boilerplate.ts'
import type { ExtractedBlock } from '../port.ts'

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

  test.each([
    'Accusé de réception en préfecture',
    'Accusé de réception – Ministère de l’intérieur',
    '034-213401722-20140424-0000071248-DE',
    'Envoyé en préfecture le 12/03/2024',
    'Date de télétransmission : 12/03/2024',
    'Acte certifié exécutoire',
    'Réception en Préfecture : 28/04/2014',
    'ID : 034-213401722-20140424-71248-DE',
  ])('knows the stamp “%s”', (text) => expect(isReceiptStamp(text)).toBe(true))

  test.each(['Le maire accuse réception du courrier.', 'La réception des travaux a lieu le 3 mai.', 'Envoyer en préfecture le dossier'])(
    'is not fooled by “%s”',
    (text) => expect(isReceiptStamp(text)).toBe(false),
  )

  test('tells names from sentences', () => {
    expect(isNameList('M. Paul DURAND, Mme Anne MARTIN')).toBe(true)
    expect(isNameList('La commune décide de vendre le terrain, puis de construire')).toBe(false)
  })
})
