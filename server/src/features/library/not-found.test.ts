import { expect, test } from 'vitest'
import { leftOutNotice, notFoundAnswer, notSearchedNotice, unreadableAnswer } from './not-found.ts'

const failed = (...names: string[]) => names.map((original_filename) => ({ original_filename, reason: 'fichier abîmé', is_later: false }))

test('the nearest documents are named by their title, as links to them', () => {
  const nearest = [
    { document: 'Congé parental (agents).md', document_id: 'a' },
    { document: 'v2.0 du *barème* [1].PDF', document_id: 'b' },
  ]
  expect(notFoundAnswer(nearest, true)).toContain('\n\n- [Congé parental (agents)](document:a)\n- [v2.0 du \\*barème\\* \\[1\\]](document:b)\n\n')
  expect(notFoundAnswer([], false)).not.toContain('proches')
})

test('what could not serve is named once, whatever the number of times it was loaded', () => {
  expect(leftOutNotice({ failedUploads: failed('a.pdf', 'a.pdf'), pending: [] })).toEqual([
    { kind: 'left_out', text: '***a.pdf** n’a pas pu être lu (fichier abîmé)\u00a0: cette réponse n’en tient pas compte.*\n\n' },
  ])
  expect(leftOutNotice({ failedUploads: [], pending: [] })).toEqual([])
})

test('many are counted past three', () => {
  const told = leftOutNotice({ failedUploads: failed('a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'), pending: ['e.pdf'] })[0]!.text
  expect(told).toContain('**c.pdf** n’a pas pu être lu')
  expect(told).not.toContain('d.pdf')
  expect(told).toContain('et 2\u00a0autres documents manquent\u00a0: cette réponse')
})

test('a scan whose reading goes on another day is not said to have failed', () => {
  const later = { original_filename: 'scan.pdf', reason: 'la suite sera lue demain', is_later: true }
  expect(leftOutNotice({ failedUploads: [later], pending: [] })[0]!.text).toContain('***scan.pdf** n’est pas encore lu (la suite sera lue demain)')
  expect(unreadableAnswer([later])).toBe('Ce document n’est pas encore lu\u00a0:\n\n- scan.pdf\u00a0: la suite sera lue demain.')
  expect(unreadableAnswer([later, ...failed('a.pdf')])).toContain('Ces documents n’ont pas pu être lus')
})

test('questions that were not searched are named, three at most, as they were written', () => {
  expect(notSearchedNotice([])).toEqual([])
  expect(notSearchedNotice(['Le *prix* ?'])).toEqual([
    {
      kind: 'not_searched',
      text: '*Je cherche dans les documents 8\u00a0questions à la fois. À poser dans un autre message\u00a0: «\u00a0Le \\*prix\\* ?\u00a0».*\n\n',
    },
  ])
  expect(notSearchedNotice(['a', 'b', 'c', 'd', 'x'.repeat(500)])[0]!.text).toContain('«\u00a0c\u00a0», et 2\u00a0autres.*')
  expect(notSearchedNotice(['x'.repeat(500)])[0]!.text.length).toBeLessThan(250)
})
