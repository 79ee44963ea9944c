import { expect, test } from 'vitest'
import { completionsUrl } from './servers.ts'

test.each([
  ['https://api.mistral.ai/v1', 'https://api.mistral.ai/v1/chat/completions'],
  ['https://api.mistral.ai/v1/', 'https://api.mistral.ai/v1/chat/completions'],
  ['https://api.mistral.ai', 'https://api.mistral.ai/v1/chat/completions'],
  ['https://api.mistral.ai/', 'https://api.mistral.ai/v1/chat/completions'],
  ['  https://api.mistral.ai/v1  ', 'https://api.mistral.ai/v1/chat/completions'],
  ['https://albert.api.etalab.gouv.fr/v1', 'https://albert.api.etalab.gouv.fr/v1/chat/completions'],
  ['http://localhost:11434', 'http://localhost:11434/v1/chat/completions'],
  ['http://localhost:11434/v1', 'http://localhost:11434/v1/chat/completions'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/chat/completions'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1/chat/completions'],
  ['https://ia.mairie.example/modele', 'https://ia.mairie.example/modele/v1/chat/completions'],
  ['https://ia.mairie.example/modele/v1//', 'https://ia.mairie.example/modele/v1/chat/completions'],
  ['https://ia.mairie.example/api/v3', 'https://ia.mairie.example/api/v3/chat/completions'],
  ['https://ia.mairie.example/v1beta/openai', 'https://ia.mairie.example/v1beta/openai/chat/completions'],
  ['https://ia.mairie.example/v1/chat/completions', 'https://ia.mairie.example/v1/chat/completions'],
  ['https://ia.mairie.example/chat/completions/', 'https://ia.mairie.example/chat/completions'],
  ['https://ia.mairie.example/v1?api-version=2024', 'https://ia.mairie.example/v1/chat/completions?api-version=2024'],
])('%s', (baseUrl, expected) => {
  expect(completionsUrl(baseUrl)).toBe(expected)
})

test.each(['', 'api.mistral.ai/v1', 'ftp://ia.example', 'file:///etc/passwd', 'https://moi:secret@ia.example/v1', 'https://ia.example/v1#a'])(
  'refused: %j',
  (baseUrl) => {
    expect(() => completionsUrl(baseUrl)).toThrow(TypeError)
  },
)
