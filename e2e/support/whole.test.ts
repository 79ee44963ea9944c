import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['npm test', {}, false],
  ['every test, in either browser', { PARVIS_WHOLE: '1' }, true],
  ['the faults at full length', { PARVIS_PROVE: '1' }, true],
])('what is asked for: %s', async (_title, env, isAll) => {
  for (const name of ['PARVIS_WHOLE', 'PARVIS_PROVE']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.resetModules()
  expect((await import('./whole.ts')).isFullProof).toBe(isAll)
})
