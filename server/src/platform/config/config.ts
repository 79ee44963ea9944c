import type { MaskingMode, ModelLevel } from '@parvis/contract'
import path from 'node:path'
import type { IdentityProvider } from './identity-providers.ts'
import type { ModelSetting } from './llm-models.ts'
import { readFiles, type FilesConfig } from './read-files.ts'
import { ConfigError, settingReader, type Environment, type SettingReader } from './read-settings.ts'
import type { ClamdAddress } from './setting-schemas.ts'

/** Parameters of a model that give its footprint and its price; absent: unknown. */
type ModelFacts = { [K in 'params_active' | 'params_total' | 'zone' | 'pue' | 'price_in' | 'price_out']?: NonNullable<ModelSetting[K]> }
/** Model server. `context_tokens`: size of the context window in tokens; null: ask the server. The rest is given by `LLM_MODELS`. */
type LlmServerConfig = {
  base_url: string
  api_key: string | null
  model: string
  context_tokens: number | null
  id?: string
  label?: string
  level?: ModelLevel
  images?: boolean
  parameters?: Record<string, unknown>
  facts?: ModelFacts
}
type LlmTimeoutsConfig = { connectMs: number; firstTokenMs: number; idleMs: number; totalMs: number }

/** Validated configuration. Alternatives are union types, so that they cannot contradict one another. */
export type Config = {
  mode: 'production' | 'dev'
  listen: { host: string; port: number }
  /** Null until the port is known: the address is then `http://host:port`. */
  publicUrl: string | null
  trustProxy: string[]
  dataDir: string
  database: { kind: 'embedded'; dir: string } | { kind: 'postgres'; url: string }
  /** Where uploaded files are: a folder of the data directory, or an S3-compatible store. */
  files: FilesConfig
  secret: string | null
  firstAdmin: { username: string; email: string; password: string | null }
  demo: boolean
  llm: ({ kind: 'scripted'; pace: number; timeouts: LlmTimeoutsConfig } | { kind: 'openai'; servers: LlmServerConfig[]; timeouts: LlmTimeoutsConfig }) & {
    /** Names of the levels 1 to 3. */ levelNames: string[]
  }
  chat: { maxRunning: number; maxPerMinute: number }
  /** Default monthly token limit of a person; null: no limit. */
  tokensPerMonth: number | null
  /** Estimated tokens above which a reading of whole documents asks the person to confirm. */
  fullReading: { confirmTokens: number }
  searchEngine: 'auto' | 'interne' | 'postgresql'
  embeddings: { kind: 'builtin' } | { kind: 'openai'; base_url: string; api_key: string | null; model: string; level: ModelLevel }
  /** Masking of personal data. `belowLevel`: level below which a server receives masked texts only; null: none. `keep`: names that are never masked. */
  masking: { mode: MaskingMode; belowLevel: ModelLevel | null; keep: string[]; filePatterns: string[] }
  /** Server that writes dictated texts; null: none. */
  transcription: { base_url: string; api_key: string | null; model: string; level: ModelLevel } | null
  mail: { kind: 'outbox'; dir: string; from: string } | { kind: 'smtp'; url: string; from: string }
  passwordPolicy: 'contrat' | 'cnil'
  registration: { mode: 'ouverte' | 'validation' | 'fermee'; domains: string[] }
  /** People who may create and use API keys; `services`: the members of a team. */
  apiKeys: 'non' | 'administrateurs' | 'services' | 'tous'
  /** Everyone may search accounts by part of a name; otherwise administrators only. */
  directorySearch: boolean
  /** The charter must be accepted before a question. */
  charter: boolean
  /** Sensitive uses are answered and confirmed before an assistant is published. */
  useRegister: boolean
  signupRequestUrl: string | null
  /** Identity providers, in the order of their buttons; who may still sign in by password (`local`); who must have a second factor. */
  signIn: { providers: IdentityProvider[]; local: 'ouverte' | 'administrateurs'; secondFactor: 'facultatif' | 'administrateurs' | 'tous' }
  maxUploadMb: number
  /** Maximum storage of one person: number of projects, number of conversations, megabytes of messages. */
  quotas: { projects: number; conversations: number; messagesMb: number; writtenDocumentsMb: number }
  /** Minutes of character recognition per person and day; 0: no limit. */
  ocrMinutesPerDay: number
  antivirus: { kind: 'none' } | { kind: 'clamd'; address: ClamdAddress; whenDown: 'refuse' | 'accept' }
  /** Facts of the legal pages, which only the organisation that runs the instance knows; null: not given. */
  legal: {
    publisher: { name: string | null; contact: string | null; director: string | null }
    hosting: string | null
    dpo: string | null
    accessibility: { contact: string | null; scheme: string | null; audit: { date: string; rate: number; by: string | null } | null }
    logRetentionDays: number | null
    backupRetentionDays: number | null
  }
  /**
   * Encryption of backups (age public keys, or a passphrase), and file of the secret key that decrypts them. `files`: with an object store, whether backups
   * hold the files or their list and digests only.
   */
  backup: { keys: string[]; passphrase: string | null; identityFile: string | null; files: 'archive' | 'liste' }
  /** Public keys whose signature is required of corpus packs, as base64 of their SPKI form; none: no signature is required. */
  corpus: { publicKeys: string[] }
  /** Contact for vulnerability reports, as a `mailto:` or `https:` address. */
  securityContact: string | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/**
 * Reads and validates the whole configuration. Nothing else reads the environment.
 * @throws {ConfigError} with one French sentence that names the variable
 */
export function readConfig(env: Environment): Config {
  const read = settingReader(env)
  const dataDir = path.resolve(read('PARVIS_DATA_DIR'))
  const databaseUrl = read('DATABASE_URL')
  const smtp = read('SMTP_URL')
  const from = read('MAIL_FROM')
  return {
    mode: read('PARVIS_MODE') === 'dev' ? 'dev' : 'production',
    listen: { host: read('HOST'), port: read('PORT') },
    publicUrl: read('PUBLIC_URL'),
    trustProxy: read('TRUST_PROXY').filter((item) => item !== 'false'),
    dataDir,
    database: databaseUrl === null ? { kind: 'embedded', dir: path.join(dataDir, 'base') } : { kind: 'postgres', url: databaseUrl },
    files: readFiles(read),
    secret: read('PARVIS_SECRET'),
    firstAdmin: { username: read('PARVIS_ADMIN_USERNAME'), email: read('PARVIS_ADMIN_EMAIL'), password: read('PARVIS_ADMIN_PASSWORD') },
    demo: read('PARVIS_DEMO'),
    llm: readLlm(read),
    chat: { maxRunning: read('CHAT_MAX_RUNNING'), maxPerMinute: read('CHAT_MAX_PER_MINUTE') },
    tokensPerMonth: read('QUOTA_TOKENS_PER_MONTH'),
    fullReading: { confirmTokens: read('FULL_READING_CONFIRM_TOKENS') },
    searchEngine: read('SEARCH_ENGINE'),
    embeddings: readEmbeddings(read),
    masking: {
      mode: read('MASKING'),
      belowLevel: read('MASKING_BELOW_LEVEL'),
      keep: read('MASKING_KEEP') ?? [],
      filePatterns: read('MASKING_FILE_PATTERNS') ?? [],
    },
    transcription: readTranscription(read),
    mail: smtp === null ? { kind: 'outbox', dir: path.join(dataDir, 'outbox'), from } : { kind: 'smtp', url: smtp, from },
    passwordPolicy: read('PASSWORD_POLICY'),
    apiKeys: read('API_KEYS'),
    directorySearch: read('DIRECTORY_SEARCH') === 'oui',
    charter: read('CHARTER') === 'oui',
    useRegister: read('USE_REGISTER') === 'oui',
    registration: { mode: read('REGISTRATION'), domains: read('REGISTRATION_DOMAINS') ?? [] },
    signupRequestUrl: read('SIGNUP_REQUEST_URL'),
    signIn: readSignIn(read),
    maxUploadMb: read('MAX_UPLOAD_MB'),
    quotas: {
      projects: read('MAX_PROJECTS'),
      conversations: read('MAX_CONVERSATIONS'),
      messagesMb: read('MAX_MESSAGES_MB'),
      writtenDocumentsMb: read('MAX_WRITTEN_DOCUMENTS_MB'),
    },
    ocrMinutesPerDay: read('OCR_MINUTES_PER_DAY'),
    antivirus: readAntivirus(read),
    legal: readLegal(read),
    backup: readBackup(read),
    corpus: { publicKeys: read('CORPUS_PUBLIC_KEYS') ?? [] },
    securityContact: read('SECURITY_CONTACT'),
    logLevel: read('LOG_LEVEL'),
  }
}

/**
 * Reads the sign-in settings.
 * @throws {ConfigError} also when no one could sign in: `LOCAL_SIGN_IN=administrateurs` without a provider
 */
function readSignIn(read: SettingReader): Config['signIn'] {
  const providers = read('OIDC_PROVIDERS') ?? []
  const local = read('LOCAL_SIGN_IN')
  if (local === 'administrateurs' && providers.length === 0)
    throw new ConfigError('LOCAL_SIGN_IN', 'OIDC_PROVIDERS doit être donné d’abord : sans fournisseur, plus personne ne se connecterait.')
  return { providers, local, secondFactor: read('SECOND_FACTOR') }
}

const mistralUrl = 'https://api.mistral.ai/v1'

function readLlm(read: SettingReader): Config['llm'] {
  const timeouts: LlmTimeoutsConfig = {
    connectMs: 10_000,
    firstTokenMs: read('LLM_FIRST_TOKEN_TIMEOUT_MS'),
    idleMs: read('LLM_IDLE_TIMEOUT_MS'),
    totalMs: read('LLM_TOTAL_TIMEOUT_MS'),
  }
  const mistralKey = read('MISTRAL_API_KEY')
  const base_url = read('LLM_BASE_URL') ?? (mistralKey === null ? null : mistralUrl)
  const model = read('LLM_MODEL')
  // Send Mistral's key to Mistral only, never to another server.
  const api_key = read('LLM_API_KEY') ?? (base_url !== null && new URL(base_url).host === new URL(mistralUrl).host ? mistralKey : null)
  const fallbacks = read('LLM_FALLBACKS') ?? []
  const context_tokens = read('LLM_CONTEXT_TOKENS')
  const facts = compact<ModelFacts>({
    params_active: read('LLM_PARAMS_ACTIVE'),
    params_total: read('LLM_PARAMS_TOTAL'),
    zone: read('LLM_ZONE'),
    pue: read('LLM_PUE'),
  })
  const pace = read('LLM_DEMO_PACE')
  const levelNames = read('LLM_LEVEL_NAMES')
  const models = read('LLM_MODELS')
  if (models !== null && (base_url !== null || fallbacks.length > 0)) {
    const formerSetting = read('LLM_BASE_URL') !== null ? 'LLM_BASE_URL' : fallbacks.length > 0 ? 'LLM_FALLBACKS' : 'MISTRAL_API_KEY'
    throw new ConfigError('LLM_MODELS', `il remplace ${formerSetting}\u00a0: retirez celui-ci.`)
  }
  if (models !== null) return { kind: 'openai', servers: models.map(serverOf), timeouts, levelNames }
  if (base_url === null && fallbacks.length > 0) throw new ConfigError('LLM_FALLBACKS', 'LLM_BASE_URL doit être donné d’abord.')
  if (base_url === null) return { kind: 'scripted', pace, timeouts, levelNames }
  const fallbackServers = fallbacks.map((server) => ({
    base_url: server.base_url,
    api_key: server.api_key || null,
    model: server.model || model,
    context_tokens: server.context_tokens ?? null,
  }))
  const first = { base_url, api_key, model, context_tokens, ...(Object.keys(facts).length > 0 && { facts }) }
  return { kind: 'openai', servers: [first, ...fallbackServers], timeouts, levelNames }
}

/** Leaves out the null and undefined fields. */
const compact = <T extends object>(fields: { [K in keyof T]: T[K] | null }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as T

/** Returns the server of a model of `LLM_MODELS`. */
function serverOf({ id, label, base_url, api_key, model, level, context_tokens, images, parameters, ...facts }: ModelSetting): LlmServerConfig {
  return {
    id,
    label: label ?? model,
    base_url,
    api_key: api_key || null,
    model,
    level,
    context_tokens: context_tokens ?? null,
    images: images ?? false,
    facts: compact<ModelFacts>(facts),
    ...(parameters && { parameters }),
  }
}

function readEmbeddings(read: SettingReader): Config['embeddings'] {
  const base_url = read('EMBEDDINGS_BASE_URL')
  const api_key = read('EMBEDDINGS_API_KEY')
  const model = read('EMBEDDINGS_MODEL')
  if (base_url === null) return { kind: 'builtin' }
  if (model === null) throw new ConfigError('EMBEDDINGS_MODEL', 'le nom du modèle est attendu avec EMBEDDINGS_BASE_URL.')
  return { kind: 'openai', base_url, api_key, model, level: read('EMBEDDINGS_LEVEL') }
}

function readTranscription(read: SettingReader): Config['transcription'] {
  const base_url = read('TRANSCRIPTION_BASE_URL')
  const api_key = read('TRANSCRIPTION_API_KEY')
  const model = read('TRANSCRIPTION_MODEL')
  if (base_url === null) return null
  if (model === null) throw new ConfigError('TRANSCRIPTION_MODEL', 'le nom du modèle est attendu avec TRANSCRIPTION_BASE_URL.')
  return { base_url, api_key, model, level: read('TRANSCRIPTION_LEVEL') }
}

function readAntivirus(read: SettingReader): Config['antivirus'] {
  const whenDown = read('CLAMAV_FAILURE') === 'refuser' ? 'refuse' : 'accept'
  const address = read('CLAMAV_URL')
  return address === null ? { kind: 'none' } : { kind: 'clamd', address, whenDown }
}

/**
 * Reads the settings of the legal pages.
 * @throws {ConfigError} also for an audit with only one of its date and its rate
 */
function readLegal(read: SettingReader): Config['legal'] {
  const date = read('ACCESSIBILITY_AUDIT_DATE')
  const rate = read('ACCESSIBILITY_AUDIT_RATE')
  if ((date === null) !== (rate === null)) {
    throw new ConfigError(date === null ? 'ACCESSIBILITY_AUDIT_DATE' : 'ACCESSIBILITY_AUDIT_RATE', 'la date et le taux de conformité de l’audit vont ensemble.')
  }
  const by = read('ACCESSIBILITY_AUDIT_BY')
  return {
    publisher: { name: read('LEGAL_PUBLISHER'), contact: read('LEGAL_PUBLISHER_CONTACT'), director: read('LEGAL_PUBLICATION_DIRECTOR') },
    hosting: read('LEGAL_HOSTING'),
    dpo: read('LEGAL_DPO'),
    accessibility: {
      contact: read('ACCESSIBILITY_CONTACT'),
      scheme: read('ACCESSIBILITY_SCHEME_URL'),
      audit: date === null || rate === null ? null : { date, rate, by },
    },
    logRetentionDays: read('LOG_RETENTION_DAYS'),
    backupRetentionDays: read('BACKUP_RETENTION_DAYS'),
  }
}

/**
 * Reads the `BACKUP_…` settings.
 * @throws {ConfigError} also for both keys and a passphrase, which the age format does not allow
 */
function readBackup(read: SettingReader): Config['backup'] {
  const keys = read('BACKUP_KEYS') ?? []
  const passphrase = read('BACKUP_PASSPHRASE')
  if (passphrase !== null && keys.length > 0) throw new ConfigError('BACKUP_PASSPHRASE', 'une phrase ou des clés (BACKUP_KEYS), pas les deux.')
  const files = read('BACKUP_FILES')
  if (files === 'liste' && read('S3_ENDPOINT') === null)
    throw new ConfigError('BACKUP_FILES', 'liste va avec un stockage objet (S3_ENDPOINT) : sans lui, une sauvegarde garde les fichiers.')
  return { keys, passphrase, identityFile: read('BACKUP_IDENTITY_FILE'), files }
}
