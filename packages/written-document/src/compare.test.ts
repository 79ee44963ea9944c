import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockText, compareVersions, type Block } from './index.ts'

const words = (...texts: string[]): Block[] => texts.map((text, at) => ({ id: `b${at + 1}`, kind: 'paragraph', style: 'body', text }))

test('versions are compared by id, by content, then by likeness', () => {
  const before = words('Titre', 'Le préavis est de deux mois.', 'Le maire signe.', 'Un article retiré.', 'La fin du texte.', 'Signature')
  const [title, notice, mayor, , ending, signature] = before as [Block, Block, Block, Block, Block, Block]
  const added: Block = { ...signature, id: 'new', text: 'Tout autre chose.' } as Block
  const after = [title, ending, { ...notice, text: 'Le préavis est de trois mois.' } as Block, mayor, signature, added]
  expect(compareVersions(before, after).map((step) => [step.kind, 'moved' in step, blockText('after' in step ? step.after : step.before)])).toEqual([
    ['same', false, 'Titre'],
    ['inserted', true, 'La fin du texte.'],
    ['changed', false, 'Le préavis est de trois mois.'],
    ['same', false, 'Le maire signe.'],
    ['deleted', false, 'Un article retiré.'],
    ['deleted', true, 'La fin du texte.'],
    ['same', false, 'Signature'],
    ['inserted', false, 'Tout autre chose.'],
  ])
  const imported = words('Titre', 'Le préavis est de trois mois.', 'Le maire signe.', 'La fin du texte.', 'Signature').map((block, at) => ({
    ...block,
    id: `i${at}`,
  }))
  expect(compareVersions(before, imported).map(({ kind }) => kind)).toEqual(['same', 'changed', 'same', 'deleted', 'same', 'same'])
})

test('versions of 10,000 blocks are compared by sorting, whatever they have in common', () => {
  const long = words(...Array.from({ length: 10_000 }, (_, at) => `Ligne ${at}`))
  const countKinds = (after: readonly Block[]) => {
    const kinds = Map.groupBy(compareVersions(long, after), (step) => ('moved' in step ? 'moved' : step.kind))
    return Object.fromEntries([...kinds].map(([kind, steps]) => [kind, steps.length]))
  }
  const other = long.map((block) => ({ ...block, id: `x${block.id}`, text: `${blockText(block)} bis` }) as Block)
  const start = process.threadCpuUsage()
  expect(countKinds(other)).toEqual({ deleted: 10_000, inserted: 10_000 })
  expect(countKinds(long.toReversed())).toEqual({ same: 1, moved: 19_998 })
  expect(countKinds(long.map((block) => ({ ...block, id: `x${block.id}` })))).toEqual({ same: 10_000 })
  // In microseconds of processor time: others may want the machine. A comparison by edits takes ten times as long.
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000)
})

test('the steps between any two versions have block of both once, in its order', () => {
  const block = fc.record({ id: fc.nat(12), text: fc.constantFrom('a', 'b', 'c d e', 'c d f') })
  const side = fc.uniqueArray(block, { selector: ({ id }) => id, maxLength: 10 })
  const blocksOf = (records: { id: number; text: string }[]) => records.map(({ id, text }): Block => ({ id: `b${id}`, kind: 'paragraph', style: 'body', text }))
  fc.assert(
    fc.property(side, side, (left, right) => {
      const [before, after] = [blocksOf(left), blocksOf(right)]
      const steps = compareVersions(before, after)
      expect(steps.flatMap((step) => ('before' in step ? [step.before] : []))).toEqual(before)
      expect(steps.flatMap((step) => ('after' in step ? [step.after] : []))).toEqual(after)
    }),
    { numRuns: 1000 },
  )
})
