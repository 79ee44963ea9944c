import { expect, test } from 'vitest'
import { createSequenceStore } from './sequences.ts'

test('sequences that cross pages, with numbers of any size, are read back', () => {
  const store = createSequenceStore()
  const sequence = (slot: number) => Uint32Array.from({ length: 300_000 + slot }, (_, index) => (index % 3 === 0 ? 0xffff_ffff - slot : index * (slot + 1)))
  for (let slot = 0; slot < 5; slot++) store.append(slot === 3 ? new Uint32Array() : sequence(slot))
  for (let slot = 0; slot < 5; slot++)
    expect(Buffer.from(store.read(slot).buffer).equals(Buffer.from((slot === 3 ? new Uint32Array() : sequence(slot)).buffer))).toBe(true)
})
