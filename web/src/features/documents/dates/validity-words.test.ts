import type { LibraryDocument } from '@parvis/contract'
import { describe, expect, it, test } from 'vitest'
import { datesSentence, forceMarks, isSameTitle, versionRefusal } from './validity-words.ts'

const undated = {
  valid_from: null,
  valid_until: null,
  review_by: null,
  supersedes_id: null,
  version_date: null,
  in_force_until: null,
  superseded_by_id: null,
  superseded_on: null,
  force: 'en_vigueur',
  review_due: false,
} as const
const document = (changes: object) => ({ ...undated, original_filename: 'Règlement.pdf', can_edit: true, ...changes }) as LibraryDocument

describe('the dates of a document', () => {
  it.each([
    [{}, '', ''],
    [{ valid_from: '2024-03-01' }, 'En vigueur depuis le 1er\u00a0mars 2024', ''],
    [
      { valid_from: '2024-03-02', valid_until: '2026-12-31', in_force_until: '2026-12-31', review_by: '2026-06-30' },
      'En vigueur depuis le 2 mars 2024',
      'jusqu’au 31 décembre 2026, à vérifier le 30 juin 2026',
    ],
    [{ valid_from: '2027-01-02', force: 'a_venir' }, 'À venir le 2 janvier 2027', ''],
    [{ superseded_on: '2026-06-02', in_force_until: '2026-06-01', force: 'remplace', review_due: true }, 'Remplacé le 2 juin 2026', ''],
    [
      { valid_from: '2020-01-02', valid_until: '2026-03-31', in_force_until: '2026-03-31', force: 'expire' },
      'Expiré le 31 mars 2026',
      'en vigueur à partir du 2 janvier 2020',
    ],
    [{ review_by: '2026-03-31', review_due: true }, 'À vérifier depuis le 31 mars 2026', ''],
  ])('%j', (changes, marks, sentence) => {
    const dated = document(changes)
    expect([
      forceMarks(dated)
        .map(({ label }) => label)
        .join(', '),
      datesSentence(dated),
    ]).toEqual([marks, sentence])
  })
})

test('the title of a file is its name without case, accents nor extension', () => {
  expect(isSameTitle('Règlement intérieur.pdf', 'reglement intérieur.docx')).toBe(true)
  expect(isSameTitle('Règlement intérieur.pdf', 'Règlement intérieur 2026.pdf')).toBe(false)
})

test.each([
  [{}, 1, false, null],
  [{}, 2, false, 'un seul fichier'],
  [{}, 0, true, 'un seul fichier'],
  [{ can_edit: false }, 1, false, 'ne peut être remplacé'],
  [{ superseded_by_id: 'b' }, 1, false, 'déjà une version'],
] as const)('of a document %j, %i dropped files (a folder: %s) are refused: %s', (changes, count, hasFolder, words) => {
  const refusal = versionRefusal(document(changes), count, hasFolder)
  if (words === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(words)
})
