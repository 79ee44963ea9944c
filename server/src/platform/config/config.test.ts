import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settings, settingTable } from './settings.ts'

const corpusKey = `MCowBQYDK2VwAyEA${'A'.repeat(43)}=`

test('quote marks that came along with a value are refused, but where any character may be meant', () => {
  const quoted = { LLM_MODEL: '"grand"', LLM_API_KEY: "'sk-1'", PARVIS_DATA_DIR: '"/data"', MAIL_FROM: '"Parvis <parvis@ville.fr>"', LEGAL_PUBLISHER: '""' }
  for (const [name, value] of Object.entries(quoted))
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^Le réglage ${name} n’est pas valable : les guillemets .* retirez-les\\.$`))
  const secret = '"z8Kd-2pQx_71Lm.vT4sYw9Rb3Nh6Jc0f"'
  const config = readConfig({ PARVIS_SECRET: secret, MAIL_FROM: '"Mairie, accueil" <mairie@ville.fr>', LEGAL_PUBLISHER: '"Ici" et "Là"' })
  expect(config).toMatchObject({ secret, mail: { from: '"Mairie, accueil" <mairie@ville.fr>' }, legal: { publisher: { name: '"Ici" et "Là"' } } })
})

test('the documentation lists every setting but the mode, and each documented default is the one in use', () => {
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(settingTable).filter((name) => name !== 'PARVIS_MODE'))
  const withDefault = Object.entries(settingTable).filter(([, { schema }]) => schema.safeParse(undefined).data !== null)
  expect(withDefault.length).toBeGreaterThan(25)
  for (const [name, setting] of withDefault) expect(readConfig({ [name]: setting.default })).toEqual(readConfig({}))
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

test('each setting decides what it says, and nothing else', () => {
  const audit = { date: '2026-03-31', rate: 74, by: 'Cabinet' }
  const said: Record<string, string> = {
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://parvis.ville.fr',
    TRUST_PROXY: '10.0.0.5',
    PARVIS_DATA_DIR: '/srv/parvis',
    DATABASE_URL: 'postgres://parvis:mdp@base/parvis',
    S3_ENDPOINT: 'https://objets.ville.fr/',
    S3_BUCKET: 'parvis',
    S3_REGION: 'fr-par',
    S3_ACCESS_KEY_ID: 'CLE',
    S3_SECRET_ACCESS_KEY: 'sk-5',
    S3_PREFIX: 'production',
    S3_FORCE_PATH_STYLE: 'false',
    PARVIS_SECRET: 'z8Kd-2pQx_71Lm.vT4sYw9Rb3Nh6Jc0f',
    PARVIS_ADMIN_USERNAME: 'direction',
    PARVIS_ADMIN_EMAIL: 'dsi@ville.fr',
    PARVIS_ADMIN_PASSWORD: 'Tilleul-ardoise-47',
    PARVIS_DEMO: '0',
    LLM_BASE_URL: 'https://modele.ville.fr/v1',
    LLM_API_KEY: 'sk-1',
    LLM_MODEL: 'grand',
    LLM_FALLBACKS: '[{"base_url":"https://secours.fr/v1","api_key":"sk-2","model":"petit","context_tokens":16000},{"base_url":"https://dernier.fr/v1"}]',
    LLM_FIRST_TOKEN_TIMEOUT_MS: '1000',
    LLM_IDLE_TIMEOUT_MS: '2000',
    LLM_TOTAL_TIMEOUT_MS: '3000',
    LLM_CONTEXT_TOKENS: '8192',
    CHAT_MAX_RUNNING: '5',
    CHAT_MAX_PER_MINUTE: '6',
    QUOTA_TOKENS_PER_MONTH: '2000000',
    FULL_READING_CONFIRM_TOKENS: '1000',
    SEARCH_ENGINE: 'postgresql',
    EMBEDDINGS_BASE_URL: 'https://vecteurs.fr/v1',
    EMBEDDINGS_API_KEY: 'sk-3',
    EMBEDDINGS_MODEL: 'bge-m3',
    EMBEDDINGS_LEVEL: '2',
    LLM_PARAMS_ACTIVE: '23,6',
    LLM_PARAMS_TOTAL: '30.5',
    LLM_ZONE: 'FRA',
    LLM_PUE: '1.16',
    TRANSCRIPTION_BASE_URL: 'https://voix.fr/v1',
    TRANSCRIPTION_API_KEY: 'sk-4',
    TRANSCRIPTION_MODEL: 'whisper',
    TRANSCRIPTION_LEVEL: '3',
    API_KEYS: 'services',
    MASKING: 'prevenir',
    MASKING_BELOW_LEVEL: '3',
    MASKING_KEEP: 'Anne Le Goff, Yann Riou',
    MASKING_FILE_PATTERNS: String.raw`["CCAS-\\d{4}-\\d{5}"]`,
    LLM_LEVEL_NAMES: 'dehors, chez un tiers, chez nous',
    SMTP_URL: 'smtps://relais.ville.fr',
    SECURITY_CONTACT: 'securite@ville.fr',
    MAIL_FROM: 'Mairie <mairie@ville.fr>',
    PASSWORD_POLICY: 'cnil',
    DIRECTORY_SEARCH: 'oui',
    CHARTER: 'oui',
    USE_REGISTER: 'oui',
    REGISTRATION: 'validation',
    REGISTRATION_DOMAINS: 'ville.fr',
    SIGNUP_REQUEST_URL: 'https://ville.fr/demande?service=ia',
    OIDC_PROVIDERS: '[{"id":"ville","label":"la ville","issuer":"https://identite.ville.fr","client_id":"parvis","client_secret":"s"}]',
    LOCAL_SIGN_IN: 'administrateurs',
    SECOND_FACTOR: 'tous',
    MAX_UPLOAD_MB: '7',
    MAX_PROJECTS: '50',
    MAX_CONVERSATIONS: '60',
    MAX_MESSAGES_MB: '20',
    MAX_WRITTEN_DOCUMENTS_MB: '30',
    OCR_MINUTES_PER_DAY: '30',
    CLAMAV_URL: 'tcp://antivirus',
    CLAMAV_FAILURE: 'accepter',
    LEGAL_PUBLISHER: 'Ville',
    LEGAL_PUBLISHER_CONTACT: '01',
    LEGAL_PUBLICATION_DIRECTOR: 'Maire',
    LEGAL_HOSTING: 'Chez nous',
    LEGAL_DPO: 'dpo@ville.fr',
    ACCESSIBILITY_CONTACT: 'acces@ville.fr',
    ACCESSIBILITY_SCHEME_URL: 'https://ville.fr/schema',
    ACCESSIBILITY_AUDIT_DATE: audit.date,
    ACCESSIBILITY_AUDIT_RATE: String(audit.rate),
    ACCESSIBILITY_AUDIT_BY: audit.by,
    LOG_RETENTION_DAYS: '200',
    BACKUP_FILES: 'liste',
    BACKUP_RETENTION_DAYS: '30',
    BACKUP_PASSPHRASE: 'cinq mots que personne ne dit',
    BACKUP_IDENTITY_FILE: '/clefs/parvis.cle',
    CORPUS_PUBLIC_KEYS: `${corpusKey}, ${corpusKey}`,
    LOG_LEVEL: 'warn',
    PARVIS_MODE: 'dev',
  }
  // Only without another model server do three of these decide something; keys and a phrase do not go together.
  expect([...Object.keys(said), 'MISTRAL_API_KEY', 'LLM_DEMO_PACE', 'LLM_MODELS', 'BACKUP_KEYS'].sort()).toEqual(Object.keys(settingTable).sort())
  const timeouts = { connectMs: 10_000, firstTokenMs: 1_000, idleMs: 2_000, totalMs: 3_000 }
  expect(readConfig(said)).toEqual({
    mode: 'dev',
    listen: { host: '0.0.0.0', port: 8_080 },
    publicUrl: 'https://parvis.ville.fr',
    trustProxy: ['10.0.0.5'],
    dataDir: '/srv/parvis',
    database: { kind: 'postgres', url: said['DATABASE_URL'] },
    files: {
      kind: 's3',
      endpoint: 'https://objets.ville.fr',
      bucket: 'parvis',
      region: 'fr-par',
      accessKeyId: 'CLE',
      secretAccessKey: 'sk-5',
      prefix: 'production/',
      forcePathStyle: false,
    },
    secret: said['PARVIS_SECRET'],
    firstAdmin: { username: 'direction', email: 'dsi@ville.fr', password: said['PARVIS_ADMIN_PASSWORD'] },
    demo: false,
    llm: {
      kind: 'openai',
      servers: [
        {
          base_url: 'https://modele.ville.fr/v1',
          api_key: 'sk-1',
          model: 'grand',
          context_tokens: 8_192,
          facts: { params_active: 23.6, params_total: 30.5, zone: 'FRA', pue: 1.16 },
        },
        { base_url: 'https://secours.fr/v1', api_key: 'sk-2', model: 'petit', context_tokens: 16_000 },
        { base_url: 'https://dernier.fr/v1', api_key: null, model: 'grand', context_tokens: null },
      ],
      timeouts,
      levelNames: ['dehors', 'chez un tiers', 'chez nous'],
    },
    chat: { maxRunning: 5, maxPerMinute: 6 },
    tokensPerMonth: 2_000_000,
    fullReading: { confirmTokens: 1_000 },
    searchEngine: 'postgresql',
    embeddings: { kind: 'openai', base_url: 'https://vecteurs.fr/v1', api_key: 'sk-3', model: 'bge-m3', level: 2 },
    apiKeys: 'services',
    masking: { mode: 'prevenir', belowLevel: 3, keep: ['Anne Le Goff', 'Yann Riou'], filePatterns: [String.raw`CCAS-\d{4}-\d{5}`] },
    transcription: { base_url: 'https://voix.fr/v1', api_key: 'sk-4', model: 'whisper', level: 3 },
    backup: { keys: [], passphrase: 'cinq mots que personne ne dit', identityFile: '/clefs/parvis.cle', files: 'liste' },
    corpus: { publicKeys: [corpusKey, corpusKey] },
    securityContact: 'mailto:securite@ville.fr',
    mail: { kind: 'smtp', url: 'smtps://relais.ville.fr', from: 'Mairie <mairie@ville.fr>' },
    passwordPolicy: 'cnil',
    directorySearch: true,
    charter: true,
    useRegister: true,
    registration: { mode: 'validation', domains: ['ville.fr'] },
    signupRequestUrl: 'https://ville.fr/demande?service=ia',
    signIn: {
      providers: [expect.objectContaining({ id: 'ville', issuer: 'https://identite.ville.fr', trusted_email: 'never' })],
      local: 'administrateurs',
      secondFactor: 'tous',
    },
    maxUploadMb: 7,
    quotas: { projects: 50, conversations: 60, messagesMb: 20, writtenDocumentsMb: 30 },
    ocrMinutesPerDay: 30,
    antivirus: { kind: 'clamd', address: { host: 'antivirus', port: 3_310 }, whenDown: 'accept' },
    legal: {
      publisher: { name: 'Ville', contact: '01', director: 'Maire' },
      hosting: 'Chez nous',
      dpo: 'dpo@ville.fr',
      accessibility: { contact: 'acces@ville.fr', scheme: 'https://ville.fr/schema', audit },
      logRetentionDays: 200,
      backupRetentionDays: 30,
    },
    logLevel: 'warn',
  })
})

test('Mistral’s key alone names Mistral’s server, and goes to no other', () => {
  const servers = (env: Record<string, string>) => {
    const { llm } = readConfig({ MISTRAL_API_KEY: 'sk-m', ...env })
    return llm.kind === 'openai' ? llm.servers : []
  }
  expect(servers({})).toEqual([{ base_url: 'https://api.mistral.ai/v1', api_key: 'sk-m', model: 'mistral-small-latest', context_tokens: null }])
  expect(servers({ LLM_BASE_URL: 'https://ailleurs.fr/v1' })).toMatchObject([{ api_key: null }])
  expect(readConfig({ LLM_DEMO_PACE: '0' }).llm).toMatchObject({ kind: 'scripted', pace: 0 })
})

test('a setting of an older version stops the start, and says what to write instead', () => {
  expect(() => readConfig({ LLM_CONTEXT_CHARS: '60000' })).toThrow(/^Le réglage LLM_CONTEXT_CHARS n’est pas valable : .*retirez-le.*LLM_CONTEXT_TOKENS/)
  expect(readConfig({ LLM_CONTEXT_CHARS: ' ' }).llm.kind).toBe('scripted')
})

test('LLM_MODELS gives every model with its level', () => {
  const model = { id: 'interne', label: 'Modèle interne', base_url: 'https://modele.ville.fr/v1', model: 'grand', level: 3 }
  const other = { ...model, id: 'externe', api_key: 'sk-1', level: 1, images: true, params_active: 22, zone: 'FRA', pue: 1.2, parameters: { temperature: 0.2 } }
  expect(readConfig({ LLM_MODELS: JSON.stringify([model, other]) }).llm).toMatchObject({
    kind: 'openai',
    levelNames: ['externe', 'souverain', 'interne'],
    servers: [
      { id: 'interne', label: 'Modèle interne', api_key: null, level: 3, context_tokens: null, images: false, facts: {} },
      { id: 'externe', api_key: 'sk-1', level: 1, images: true, facts: { params_active: 22, zone: 'FRA', pue: 1.2 }, parameters: { temperature: 0.2 } },
    ],
  })
})
