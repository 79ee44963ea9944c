import { limits, routes } from '@parvis/contract'
import { isIP } from 'node:net'
import path from 'node:path'
import { readBackup } from './backup.ts'
import { readIdentityProviders, type IdentityProvider } from './identity-providers.ts'
import { readLegal, readSecurityContact, type LegalConfig } from './legal.ts'
import { checkUrl, ConfigError, refuseRemovedSettings, settingReader, type Environment, type SettingReader } from './read-settings.ts'

/** Model server. `context_tokens`: size of the context window in tokens; null: ask the server. */
type LlmServerConfig = { base_url: string; api_key: string | null; model: string; context_tokens: number | null }
type LlmTimeoutsConfig = { connectMs: number; firstTokenMs: number; idleMs: number; totalMs: number }

/** Address of ClamAV's daemon: TCP, or a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/** Validated configuration. Alternatives are union types, so that they cannot contradict one another. */
export type Config = {
  mode: 'production' | 'dev'
  listen: { host: string; port: number }
  /** Null until the port is known: the address is then `http://host:port`. */
  publicUrl: string | null
  trustProxy: string[]
  dataDir: string
  database: { kind: 'embedded'; dir: string } | { kind: 'postgres'; url: string }
  secret: string | null
  firstAdmin: { username: string; email: string; password: string | null }
  demo: boolean
  llm: { kind: 'scripted'; pace: number; timeouts: LlmTimeoutsConfig } | { kind: 'openai'; servers: LlmServerConfig[]; timeouts: LlmTimeoutsConfig }
  chat: { maxRunning: number; maxPerMinute: number }
  /** Default monthly token limit of a person; null: no limit. */
  tokensPerMonth: number | null
  /** Estimated tokens above which a reading of whole documents asks the person to confirm. */
  fullReading: { confirmTokens: number }
  embeddings: { kind: 'builtin' } | { kind: 'openai'; base_url: string; api_key: string | null; model: string }
  mail: { kind: 'outbox'; dir: string; from: string } | { kind: 'smtp'; url: string; from: string }
  passwordPolicy: 'contrat' | 'cnil'
  registration: { mode: 'ouverte' | 'validation' | 'fermee'; domains: string[] }
  /** Everyone may search accounts by part of a name; otherwise administrators only. */
  directorySearch: boolean
  signupRequestUrl: string | null
  /** Identity providers, in the order of their buttons; who may still sign in by password (`local`); who must have a second factor. */
  signIn: { providers: IdentityProvider[]; local: 'ouverte' | 'administrateurs'; secondFactor: 'facultatif' | 'administrateurs' | 'tous' }
  maxUploadMb: number
  /** Maximum storage of one person: number of projects, number of conversations, megabytes of messages. */
  quotas: { projects: number; conversations: number; messagesMb: number }
  /** Minutes of character recognition per person and day; 0: no limit. */
  ocrMinutesPerDay: number
  antivirus: { kind: 'none' } | { kind: 'clamd'; address: ClamdAddress; whenDown: 'refuse' | 'accept' }
  legal: LegalConfig
  /** Encryption of backups (age public keys, or a passphrase), and file of the secret key that decrypts them. */
  backup: { keys: string[]; passphrase: string | null; identityFile: string | null }
  /** Contact for vulnerability reports, as a `mailto:` or `https:` address. */
  securityContact: string | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/** Minimum length of the first administrator's password. Longer than for other accounts, since this one has access to all the others. */
const minAdminPasswordLength = 12

/**
 * Reads and validates the whole configuration. Nothing else reads the environment.
 * @throws {ConfigError} with one French sentence that names the variable
 */
export function readConfig(env: Environment): Config {
  refuseRemovedSettings(env)
  const read = settingReader(env)
  const dataDir = path.resolve(read.text('PARVIS_DATA_DIR', './data'))
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const smtp = read.url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = read.text('MAIL_FROM', 'Parvis <parvis@localhost>')
  if (!/[^\s<>]+@[^\s<>]+/.test(from)) throw new ConfigError('MAIL_FROM', 'adresse attendue, par exemple Parvis <parvis@exemple.fr>.')
  const secret = read.optional('PARVIS_SECRET')
  if (secret !== null && !isUnpredictable(secret)) {
    throw new ConfigError('PARVIS_SECRET', '32 caractères imprévisibles au moins sont attendus.')
  }
  const domains = read.list('REGISTRATION_DOMAINS').map((domain) => domain.toLowerCase().replace(/^@/, ''))
  if (!domains.every((domain) => /^[\p{L}\p{N}.-]+$/u.test(domain)))
    throw new ConfigError('REGISTRATION_DOMAINS', 'domaines attendus, par exemple ville.fr,agglo.fr.')
  const host = read.text('HOST', '127.0.0.1')
  if (!/^[\w.:%-]+$/.test(host)) throw new ConfigError('HOST', 'nom ou adresse de cette machine attendu, par exemple 127.0.0.1 ou 0.0.0.0.')
  const publicUrl = read.url('PUBLIC_URL', ['http:', 'https:'])
  if (publicUrl !== null && (/[?#]/.test(publicUrl) || new URL(publicUrl).username !== '')) {
    throw new ConfigError('PUBLIC_URL', 'l’adresse ne doit contenir ni identifiant, ni « ? », ni « # » : les liens des courriels la prolongent.')
  }
  if (publicUrl !== null && new URL(publicUrl).pathname !== '/') {
    throw new ConfigError('PUBLIC_URL', 'l’adresse s’arrête au nom d’hôte et au port\u00a0: Parvis est à la racine de son site.')
  }
  const trustProxy = read.list('TRUST_PROXY').filter((item) => item !== 'false')
  if (!trustProxy.every(isNetwork)) throw new ConfigError('TRUST_PROXY', 'adresses IP ou réseaux attendus, par exemple 127.0.0.1,10.0.0.0/8.')
  return {
    mode: env['PARVIS_MODE'] === 'dev' ? 'dev' : 'production',
    listen: { host, port: read.integer('PORT', 3000, 0, 65_535) },
    publicUrl,
    trustProxy,
    dataDir,
    database: databaseUrl === null ? { kind: 'embedded', dir: path.join(dataDir, 'base') } : { kind: 'postgres', url: databaseUrl },
    secret,
    firstAdmin: readFirstAdmin(read),
    demo: read.flag('PARVIS_DEMO', true),
    llm: readLlm(read),
    chat: {
      maxRunning: read.integer('CHAT_MAX_RUNNING', 2, 1, 100_000),
      maxPerMinute: read.integer('CHAT_MAX_PER_MINUTE', 30, 1, 1_000_000),
    },
    tokensPerMonth: read.optionalInteger('QUOTA_TOKENS_PER_MONTH', 1, 1_000_000_000_000),
    fullReading: { confirmTokens: read.integer('FULL_READING_CONFIRM_TOKENS', 300_000, 0, 1_000_000_000) },
    embeddings: readEmbeddings(read),
    mail: smtp === null ? { kind: 'outbox', dir: path.join(dataDir, 'outbox'), from } : { kind: 'smtp', url: smtp, from },
    passwordPolicy: read.choice('PASSWORD_POLICY', ['contrat', 'cnil'], 'contrat'),
    directorySearch: read.choice('DIRECTORY_SEARCH', ['oui', 'non'], 'non') === 'oui',
    registration: {
      mode: read.choice('REGISTRATION', ['ouverte', 'validation', 'fermee'], 'ouverte'),
      domains,
    },
    signupRequestUrl: read.url('SIGNUP_REQUEST_URL', ['https:', 'http:']),
    signIn: readSignIn(read),
    maxUploadMb: read.integer('MAX_UPLOAD_MB', 25, 1, 2_000),
    quotas: {
      projects: read.integer('MAX_PROJECTS', 500, 1, 1_000_000),
      conversations: read.integer('MAX_CONVERSATIONS', 5_000, 1, 1_000_000),
      messagesMb: read.integer('MAX_MESSAGES_MB', 50, 1, 100_000),
    },
    ocrMinutesPerDay: read.integer('OCR_MINUTES_PER_DAY', 120, 0, 1_440),
    antivirus: readAntivirus(read),
    legal: readLegal(read),
    backup: readBackup(read),
    securityContact: readSecurityContact(read),
    logLevel: read.choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
  }
}

/**
 * Reads the first administrator's account. The values follow the rules of the registration route: an account that it refused could never sign in.
 * @throws {ConfigError}
 */
function readFirstAdmin(read: SettingReader): Config['firstAdmin'] {
  const account = { username: read.text('PARVIS_ADMIN_USERNAME', 'admin'), email: read.text('PARVIS_ADMIN_EMAIL', 'admin@localhost') }
  const password = read.optional('PARVIS_ADMIN_PASSWORD')
  const refused = (fields: object) => {
    const result = routes.auth.register.body.safeParse({ ...account, password: '…', ...fields })
    return new Set(result.error?.issues.map(({ path }) => path[0]))
  }
  const isAddress = account.username.includes('@')
  if (refused({}).has('username') || (isAddress && refused({ email: account.username }).has('email')))
    throw new ConfigError('PARVIS_ADMIN_USERNAME', 'lettres, chiffres, points, tirets et soulignés seulement, ou une adresse e-mail.')
  if (refused({}).has('email')) throw new ConfigError('PARVIS_ADMIN_EMAIL', 'adresse e-mail attendue.')
  if (password !== null && (password.length < minAdminPasswordLength || refused({ password }).has('password')))
    throw new ConfigError('PARVIS_ADMIN_PASSWORD', `entre ${minAdminPasswordLength} et ${limits.password} caractères sont attendus.`)
  return { ...account, password }
}

/**
 * Reads the sign-in settings.
 * @throws {ConfigError} also when no one could sign in: `LOCAL_SIGN_IN=administrateurs` without a provider
 */
function readSignIn(read: SettingReader): Config['signIn'] {
  const providers = readIdentityProviders(read)
  const local = read.choice('LOCAL_SIGN_IN', ['ouverte', 'administrateurs'], 'ouverte')
  if (local === 'administrateurs' && providers.length === 0)
    throw new ConfigError('LOCAL_SIGN_IN', 'OIDC_PROVIDERS doit être donné d’abord : sans fournisseur, plus personne ne se connecterait.')
  return { providers, local, secondFactor: read.choice('SECOND_FACTOR', ['facultatif', 'administrateurs', 'tous'], 'facultatif') }
}

/** Bounds of `context_tokens`. A question and its answer do not fit in less; no model has more. */
const minContextTokens = 2_000
const maxContextTokens = 2_000_000

const mistralUrl = 'https://api.mistral.ai/v1'

/**
 * Checks the address of a server.
 * @throws {ConfigError} for an address with credentials or a fragment, which would end up in requests, logs or the database
 */
function serverUrl(variable: string, value: string | null, keySetting: string): string | null {
  const url = value === null ? null : new URL(value)
  if (url !== null && (url.username !== '' || url.password !== '' || url.hash !== '')) {
    throw new ConfigError(variable, `l’adresse ne doit contenir ni identifiant ni fragment ; la clé va dans ${keySetting}.`)
  }
  return value
}

/**
 * Checks an API key.
 * @throws {ConfigError} for a key that no HTTP header can carry: copied with an ellipsis, an accent, or an editor's quotation mark
 */
function serverKey(variable: string, value: string | null): string | null {
  if (value !== null && !/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigError(variable, 'une clé n’a ni espace, ni accent, ni « … » ; recopiez-la telle que le serveur la donne.')
  }
  return value
}

function readLlm(read: SettingReader): Config['llm'] {
  const timeouts: LlmTimeoutsConfig = {
    connectMs: 10_000,
    firstTokenMs: read.integer('LLM_FIRST_TOKEN_TIMEOUT_MS', 60_000, 1, 3_600_000),
    idleMs: read.integer('LLM_IDLE_TIMEOUT_MS', 60_000, 1, 3_600_000),
    totalMs: read.integer('LLM_TOTAL_TIMEOUT_MS', 600_000, 1, 86_400_000),
  }
  const mistralKey = serverKey('MISTRAL_API_KEY', read.optional('MISTRAL_API_KEY'))
  const base_url = serverUrl('LLM_BASE_URL', read.url('LLM_BASE_URL', ['https:', 'http:']), 'LLM_API_KEY') ?? (mistralKey === null ? null : mistralUrl)
  const model = read.text('LLM_MODEL', 'mistral-small-latest')
  // Send Mistral's key to Mistral only, never to another server.
  const api_key =
    serverKey('LLM_API_KEY', read.optional('LLM_API_KEY')) ?? (base_url !== null && new URL(base_url).host === new URL(mistralUrl).host ? mistralKey : null)
  const fallbacks = readFallbacks(read.optional('LLM_FALLBACKS'), model)
  const context_tokens = read.optionalInteger('LLM_CONTEXT_TOKENS', minContextTokens, maxContextTokens)
  const pace = read.integer('LLM_DEMO_PACE', 35, 0, 10_000)
  if (base_url === null && fallbacks.length > 0) throw new ConfigError('LLM_FALLBACKS', 'LLM_BASE_URL doit être donné d’abord.')
  if (base_url === null) return { kind: 'scripted', pace, timeouts }
  return { kind: 'openai', servers: [{ base_url, api_key, model, context_tokens }, ...fallbacks], timeouts }
}

function readFallbacks(value: string | null, defaultModel: string): LlmServerConfig[] {
  if (value === null) return []
  const shape = 'liste JSON attendue, par exemple [{"base_url":"https://exemple.fr/v1","api_key":"…","model":"…"}].'
  let list: unknown
  try {
    list = JSON.parse(value)
  } catch {
    throw new ConfigError('LLM_FALLBACKS', shape)
  }
  if (!Array.isArray(list)) throw new ConfigError('LLM_FALLBACKS', shape)
  return list.map((item: unknown) => {
    const { base_url, api_key, model, context_tokens, ...others } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
    // Refuse a misspelt or mistyped field: if it were ignored, the server would be called without its key.
    const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string'
    if (typeof base_url !== 'string' || !isText(api_key) || !isText(model) || Object.keys(others).length > 0) throw new ConfigError('LLM_FALLBACKS', shape)
    const isWindow = Number.isSafeInteger(context_tokens) && (context_tokens as number) >= minContextTokens && (context_tokens as number) <= maxContextTokens
    if (context_tokens !== undefined && context_tokens !== null && !isWindow)
      throw new ConfigError('LLM_FALLBACKS', `context_tokens doit être un nombre entier entre ${minContextTokens} et ${maxContextTokens}.`)
    return {
      base_url: serverUrl('LLM_FALLBACKS', checkUrl('LLM_FALLBACKS', base_url, ['https:', 'http:']), 'api_key')!,
      api_key: serverKey('LLM_FALLBACKS', (api_key as string | null | undefined) || null),
      model: (model as string | null | undefined) || defaultModel,
      context_tokens: (context_tokens as number | null | undefined) ?? null,
    }
  })
}

function readEmbeddings(read: SettingReader): Config['embeddings'] {
  const base_url = serverUrl('EMBEDDINGS_BASE_URL', read.url('EMBEDDINGS_BASE_URL', ['https:', 'http:']), 'EMBEDDINGS_API_KEY')
  const api_key = serverKey('EMBEDDINGS_API_KEY', read.optional('EMBEDDINGS_API_KEY'))
  const model = read.optional('EMBEDDINGS_MODEL')
  if (base_url === null) return { kind: 'builtin' }
  if (model === null) throw new ConfigError('EMBEDDINGS_MODEL', 'le nom du modèle est attendu avec EMBEDDINGS_BASE_URL.')
  return { kind: 'openai', base_url, api_key, model }
}

function readAntivirus(read: SettingReader): Config['antivirus'] {
  const whenDown = read.choice('CLAMAV_FAILURE', ['refuser', 'accepter'], 'refuser') === 'refuser' ? 'refuse' : 'accept'
  const value = read.optional('CLAMAV_URL')
  if (value === null) return { kind: 'none' }
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(value) ?? []
  if (path !== undefined) return { kind: 'clamd', address: { path }, whenDown }
  const { hostname, port } = new URL(checkUrl('CLAMAV_URL', value, ['tcp:']))
  return { kind: 'clamd', address: { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }, whenDown }
}

/** Whether a secret looks random: 32 characters at least, 12 distinct ones at least (trust case AUT-10). */
function isUnpredictable(secret: string): boolean {
  return secret.length >= 32 && new Set(secret).size >= 12
}

/** Whether an item of `TRUST_PROXY` is an IP address, a network (`10.0.0.0/8`), or a name known to Fastify. */
function isNetwork(item: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(item)) return true
  const [address = '', bits, ...more] = item.split('/')
  const maxPrefixLength = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return maxPrefixLength > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxPrefixLength))
}
