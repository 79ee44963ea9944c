import { expect, test } from 'vitest'
import { createDocumentBuilder } from '../building/document-builder.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { sketch } from '../testing/parse-fixture.ts'
import { writeRecognisedText } from './recognition.ts'

test('a stamp read close to a sentence stays apart from it', () => {
  const builder = createDocumentBuilder(DEFAULT_LIMITS)
  writeRecognisedText('Envoyé en préfecture le 12/03/2024\nLe conseil approuve la convention\navec le département.', builder)
  expect(sketch(builder.finish('pdf'))).toEqual(['~Envoyé en préfecture le 12/03/2024', 'Le conseil approuve la convention avec le département.'])
})
