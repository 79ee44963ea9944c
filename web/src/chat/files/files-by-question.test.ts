import { expect, it } from 'vitest'
import { attachedAtOpening, filesByQuestion } from './files-state.ts'

const file = (filename: string, after?: number) => ({ document_id: filename, filename, ...(after !== undefined && { after }) })
const names = (under: ReturnType<typeof filesByQuestion>) => [...under].map(([key, files]) => `${key}: ${files.map(({ filename }) => filename).join(', ')}`)

it('stands under the first question that came after it; under none while there is none', () => {
  const held = attachedAtOpening([file('un', 0), file('deux', 1), file('trois', 1), file('quatre', 2)], ['q1', 'q2'])
  expect(names(filesByQuestion(held, ['q1', 'q2']))).toEqual(['q1: un', 'q2: deux, trois'])
  expect(names(filesByQuestion(held, ['q1', 'q2', 'q3'])).at(-1)).toBe('q3: quatre')
})

it('stands under the question that took the place of those that came before and after it', () => {
  const held = attachedAtOpening([file('un', 0), file('deux', 1), file('trois', 2)], ['q1', 'q2'])
  expect(names(filesByQuestion(held, ['q1', 'autre']))).toEqual(['q1: un', 'autre: deux, trois'])
  expect(names(filesByQuestion(held, ['autre']))).toEqual(['autre: un, deux, trois'])
})
