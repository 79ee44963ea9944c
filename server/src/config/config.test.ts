import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './read-settings.ts'
import { settings } from './settings.ts'

/** Unusable values by setting, and what must stand beside them. */
const wrong: [name: string, values: string[], more?: Record<string, string>][] = [
  ['PORT', ['trois mille', '70000', '-1', '3e3', '0x10']],
  ['HOST', ['http://127.0.0.1', '127.0.0.1, ::1', 'ma machine', '[::1]']],
  ['PUBLIC_URL', ['exemple.fr', 'ftp://exemple.fr', 'https://', 'https://exemple.fr/?a=1', 'https://exemple.fr/#x', 'https://moi:secret@exemple.fr']],
  ['TRUST_PROXY', ['true', 'le mandataire', '10.0.0.0/99', '10.0.0.0/8/8', '300.1.1.1', '127.0.0.1,x']],
  ['DATABASE_URL', ['mysql://localhost/base', 'localhost']],
  ['PARVIS_SECRET', ['court', 'a'.repeat(64), 'secretsecretsecretsecretsecretsecret']],
  ['PARVIS_ADMIN_USERNAME', ['deux mots', 'a'.repeat(65), '<admin>', 'é@', '@ville.fr']],
  ['PARVIS_ADMIN_EMAIL', ['admin', 'a@b c', 'Parvis <a@b.fr>', '<a@b.fr>', `${'a'.repeat(250)}@b.fr`]],
  ['PARVIS_ADMIN_PASSWORD', ['court', 'x'.repeat(257)]],
  ['PARVIS_DEMO', ['peut-être']],
  ['LLM_BASE_URL', ['api.exemple.fr', 'file:///etc/passwd', 'https://cle:secret@exemple.fr/v1', 'https://exemple.fr/v1#x']],
  ['LLM_FALLBACKS', ['pas du json', '{"base_url":"x"}', '[{"model":"x"}]', '[null]', '[{"base_url":"ftp://x"}]'], { LLM_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['LLM_FALLBACKS', ['[{"base_url":"http://127.0.0.1:9/v1"}]']],
  [
    'LLM_FALLBACKS',
    ['"api_key":12', '"api_key":"clé"', '"key":"x"', '"model":["x"]', '"api_key":"x","url":"y"'].map(
      (rest) => `[{"base_url":"http://127.0.0.1:9/v1",${rest}}]`,
    ),
    { LLM_BASE_URL: 'http://127.0.0.1:9/v1' },
  ],
  ['LLM_API_KEY', ['…', 'clé', 'deux mots', 'sk-1\nX-Autre: 1']],
  ['MISTRAL_API_KEY', ['…', '“sk-1”']],
  ['LLM_FIRST_TOKEN_TIMEOUT_MS', ['0', '1 minute']],
  ['LLM_IDLE_TIMEOUT_MS', ['-5', '1.5']],
  ['LLM_TOTAL_TIMEOUT_MS', ['1e9', '99999999999']],
  ['LLM_CONTEXT_CHARS', ['12']],
  ['CHAT_MAX_RUNNING', ['0']],
  ['CHAT_MAX_PER_MINUTE', ['beaucoup']],
  ['LLM_DEMO_PACE', ['vite']],
  ['EMBEDDINGS_BASE_URL', ['exemple', 'https://cle:secret@exemple.fr/v1', 'https://exemple.fr/v1#x']],
  ['EMBEDDINGS_API_KEY', ['…', 'deux mots'], { EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1', EMBEDDINGS_MODEL: 'bge-m3' }],
  ['EMBEDDINGS_MODEL', ['', ' '], { EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['SMTP_URL', ['http://exemple.fr', 'exemple.fr:25']],
  ['MAIL_FROM', ['Parvis', '<>']],
  ['PASSWORD_POLICY', ['forte', 'CNIL']],
  ['REGISTRATION', ['libre']],
  ['REGISTRATION_DOMAINS', ['ville.fr;agglo.fr', 'https://ville.fr']],
  ['SIGNUP_REQUEST_URL', ['javascript:alert(1)', '/demande']],
  ['MAX_UPLOAD_MB', ['0', '1,5', '1 Go']],
  ['CLAMAV_URL', ['antivirus:3310', 'http://antivirus', 'unix:']],
  ['CLAMAV_FAILURE', ['ignorer']],
  ['ACCESSIBILITY_SCHEME_URL', ['schema', 'javascript:alert(1)']],
  ['ACCESSIBILITY_AUDIT_DATE', ['31/03/2026', '2026-02-30', '2026'], { ACCESSIBILITY_AUDIT_RATE: '70' }],
  ['ACCESSIBILITY_AUDIT_RATE', ['101', '-1', 'bien'], { ACCESSIBILITY_AUDIT_DATE: '2026-03-31' }],
  ['LOG_RETENTION_DAYS', ['0', 'un an']],
  ['BACKUP_RETENTION_DAYS', ['0', '1,5']],
  ['LOG_LEVEL', ['bavard']],
]

/** Any text may be right for these: only using them tells. */
const free = [
  'PARVIS_DATA_DIR',
  'LLM_MODEL',
  'LEGAL_PUBLISHER',
  'LEGAL_PUBLISHER_CONTACT',
  'LEGAL_PUBLICATION_DIRECTOR',
  'LEGAL_HOSTING',
  'LEGAL_DPO',
  'ACCESSIBILITY_CONTACT',
  'ACCESSIBILITY_AUDIT_BY',
]

test('every setting is tried here, or takes any text', () => {
  expect([...new Set(wrong.map(([name]) => name)), ...free].sort()).toEqual(settings.map(({ name }) => name).sort())
})

describe('REL-30 a wrong value is refused with one French sentence that names its setting', () => {
  test.each(wrong.flatMap(([name, values, more = {}]) => values.map((value) => ({ name, value, more }))))('$name=$value', ({ name, value, more }) => {
    let refused: unknown
    try {
      readConfig({ ...more, [name]: value })
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(ConfigError)
    const { message, variable } = refused as ConfigError
    expect(variable).toBe(name)
    expect(message).toMatch(new RegExp(`^Le réglage ${name} n’est pas valable : [^\\n]+\\.$`))
    expect(message).not.toContain('cle:secret')
  })
})

test('what people write is understood', () => {
  const config = readConfig({
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1, loopback',
    REGISTRATION_DOMAINS: '@Ville.fr, agglo.fr',
    PARVIS_DEMO: 'non',
    PUBLIC_URL: 'https://parvis.ville.fr/',
    PORT: '',
  })
  expect(config).toMatchObject({
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1', 'loopback'],
    registration: { domains: ['ville.fr', 'agglo.fr'] },
    demo: false,
    publicUrl: 'https://parvis.ville.fr',
    listen: { port: 3000 },
  })
  expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toEqual([])
})
