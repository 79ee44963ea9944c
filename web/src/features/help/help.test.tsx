import type { InstanceInfo } from '@parvis/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { factsOf } from './facts.ts'
import { helpSections } from './help-sections.tsx'

const demo: InstanceInfo = {
  registration: 'ouverte',
  directory_search: false,
  masking: { mode: 'non', below_level: null },
  charter: false,
  use_register: false,
  signup_request_url: null,
  ways_in: { providers: [], local: 'ouverte', passkeys: null },
  password_policy: 'contrat',
  model: { name: 'demonstration', built_in: true, hosts: [] },
  models: [{ id: 'demonstration', label: 'Modèle de démonstration', level: 3, host: null }],
  level_names: ['externe', 'souverain', 'interne'],
  embeddings_level: 3,
  embeddings_host: null,
  transcription: null,
  mail_host: null,
  max_upload_mb: 25,
  has_corpora: false,
  token_limits: false,
  publisher: { name: null, contact: null, director: null },
  hosting: null,
  dpo: null,
  accessibility: { contact: null, scheme: null, state: 'non', audit: null },
  log_retention_days: null,
  backup_retention_days: null,
  retention: { conversations: 730, written_documents: null, accounts: 730, feedback: 365, mails: 30, journal: 365 },
}
const real: InstanceInfo = {
  ...demo,
  registration: 'fermee',
  model: { name: 'mistral-small-latest', built_in: false, hosts: ['ia.exemple.fr'] },
  models: [{ id: 'mistral-small-latest', label: 'mistral-small-latest', level: 1, host: 'ia.exemple.fr' }],
}

it('has the nine sections of the specification, the introduction first', () => {
  expect(helpSections(factsOf(demo)).map(({ id }) => id)).toEqual([
    'introduction',
    'premiers-pas',
    'assistants',
    'projets',
    'documents',
    'administration',
    'securite',
    'conseils',
    'faq',
  ])
})

it('says of the demonstration model that nothing leaves, and of another where the words go', () => {
  expect(factsOf(demo).model).toContain('ce n’est pas un modèle de langage')
  expect(factsOf(demo).outgoingData).toContain('ne quitte le serveur')
  expect(factsOf(real).model).toBe(
    'Cette installation répond avec le modèle de langage «\u00a0mistral-small-latest\u00a0», du laboratoire français Mistral AI.',
  )
  expect(factsOf({ ...real, models: [{ id: 'llama-3', label: 'llama-3', level: 1, host: 'ia.exemple.fr' }] }).model).not.toContain('français')
  expect(factsOf(real).outgoingData).toContain('transmet au serveur de modèle')
})

it('names the settings that connect a language model while the demonstration model answers, under administration', () => {
  const administration = (instance: InstanceInfo) =>
    renderToStaticMarkup(<>{helpSections(factsOf(instance)).find(({ id }) => id === 'administration')!.content}</>)
  for (const setting of ['MISTRAL_API_KEY', 'LLM_BASE_URL', 'LLM_MODEL']) {
    expect(administration(demo)).toContain(setting)
    expect(administration(real)).not.toContain(setting)
  }
})

it('promises nothing before the instance has answered', () => {
  expect(factsOf(undefined)).toMatchObject({ maxUpload: null, outgoingData: expect.stringContaining('transmet') })
})

it.each([
  [{}, 'inscrivez-vous depuis la page de connexion.'],
  [{ registration: 'validation' as const }, 'un administrateur activera'],
  [{ registration: 'fermee' as const }, 'demandez-en un'],
  [{ signup_request_url: 'https://exemple.fr' }, 'formulaire de demande d’accès'],
])('explains how an account is had: %o', (changes, words) => expect(factsOf({ ...demo, ...changes }).registration).toContain(words))

it('names the figures of the dashboard as the dashboard does', () => {
  const { content } = helpSections(factsOf(demo)).find(({ id }) => id === 'administration')!
  const html = renderToStaticMarkup(<>{content}</>)
  expect(html).toContain('«\u00a0Estimées\u00a0»')
  expect(html).not.toContain('sans compte')
})

it('is written in French typography', () => {
  for (const { content, title } of helpSections(factsOf(demo))) {
    const text = renderToStaticMarkup(<>{content}</>)
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll(/https?:/g, '')
    expect(text.match(/.{8}(?<![\u00a0\d])[:;!?](?![\d/])/u)?.[0], title).toBeUndefined()
    expect(text.match(/«[^\u00a0].{6}|.{6}[^\u00a0]»/u)?.[0], title).toBeUndefined()
    expect(text, title).not.toContain("'")
    expect(text.length, title).toBeGreaterThan(500)
  }
})
