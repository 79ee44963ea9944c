import { errorCatalogue, isErrorCode } from '@parvis/contract'
import { expect, it } from 'vitest'
import { adviceOf, meaningOf } from './advice.ts'

it('says of every code what it means and what to do', () => {
  for (const code of Object.keys(errorCatalogue)) {
    expect(isErrorCode(code) && meaningOf(code)).toMatch(/\p{L}{3}/u)
    expect(adviceOf(code)).toMatch(/^\p{Lu}.*\.$/u)
  }
  expect(adviceOf('llm.refused')).toContain('LLM_API_KEY')
})

it('still speaks of a code that is gone', () => {
  expect(meaningOf('llm.bizarre')).toContain('version antérieure')
  expect(adviceOf('llm.bizarre')).toContain('serveur de modèle')
  expect(adviceOf('inconnu')).toContain('Rien à faire')
})
