import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readyDataVariable, canStartOnCopy } from './ready-data.ts'

beforeEach(() => void vi.stubEnv(readyDataVariable, '/nowhere'))
afterEach(() => void vi.unstubAllEnvs())

test('begins on a copy what says nothing of its data', () => {
  expect(canStartOnCopy({})).toBe(true)
  expect(canStartOnCopy({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'essai', CHAT_MAX_RUNNING: '100', LEGAL_DPO: 'dpo@valmont.example' })).toBe(true)
  // It has data of its own: without the demonstration.
  expect(canStartOnCopy({ PARVIS_DEMO: 'false', MAX_UPLOAD_MB: '7' })).toBe(true)
})

test.each([
  'PARVIS_DATA_DIR',
  'PARVIS_SECRET',
  'PARVIS_ADMIN_USERNAME',
  'PARVIS_ADMIN_EMAIL',
  'PARVIS_ADMIN_PASSWORD',
  'DATABASE_URL',
  'EMBEDDINGS_BASE_URL',
  'NODE_OPTIONS',
])('a first start told %s is a real one', (name) => {
  expect(canStartOnCopy({ LLM_MODEL: 'essai', [name]: '' })).toBe(false)
  expect(canStartOnCopy({ LLM_MODEL: 'essai', [name]: '' }, true)).toBe(true)
})

test('outside a run of the journeys there is nothing to copy', () => {
  vi.stubEnv(readyDataVariable, undefined)
  expect(canStartOnCopy({})).toBe(false)
  expect(canStartOnCopy({}, true)).toBe(false)
})
