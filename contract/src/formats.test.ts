import { expect, it } from 'vitest'
import { acceptedExtensions, acceptedFormats } from './features/documents.ts'

it('names every accepted extension among the formats that people are told', () => {
  const told = acceptedFormats.toLowerCase().split(/[^a-z]+/)
  expect(acceptedExtensions.filter((extension) => !told.includes(extension))).toEqual([])
})
