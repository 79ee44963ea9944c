import { filePatternProblem } from '@parvis/personal-data/file-patterns'
import { limits, routes, type ModelLevel } from '@parvis/contract'
import { isIP } from 'node:net'
import * as z from 'zod/mini'

// A schema converts the text of a setting, trimmed and not empty. The message of its first issue ends the sentence of a `ConfigError`.

type ErrorParams = string | { error: z.core.$ZodErrorMap }

/** Check after which the next checks and transforms see valid values only. */
export const must = <T>(isValid: (value: T) => boolean, error: ErrorParams) =>
  z.refine<T>(isValid, { ...(typeof error === 'string' ? { error } : error), abort: true })

export const text = z.string()
const textThat = (isValid: (value: string) => boolean, error: string) => text.check(must(isValid, error))
export const matching = (pattern: RegExp, error: string) => textThat((value) => pattern.test(value), error)
export const host = matching(/^[\w.:%-]+$/, 'nom ou adresse de cette machine attendu, par exemple 127.0.0.1 ou 0.0.0.0.')
export const sender = matching(/[^\s<>]+@[^\s<>]+/, 'adresse attendue, par exemple Parvis <parvis@exemple.fr>.')
const minLength = (min: number) => textThat((value) => value.length >= min, `au moins ${min} caractères.`)

export const choice = <const T extends readonly string[]>(...choices: T) => z.enum(choices, `valeurs admises : ${choices.join(', ')}.`)
export const flag = z.pipe(
  z.transform((value: string): unknown => value),
  z.stringbool({ truthy: ['true', '1', 'oui', 'yes'], falsy: ['false', '0', 'non', 'no'], error: 'valeur attendue true ou false.' }),
)

const isBetween = (value: unknown, min: number, max: number): boolean => Number(value) >= min && Number(value) <= max
const isDigits = (value: string): boolean => /^\d+$/.test(value)
export const integer = (min: number, max: number) =>
  z.pipe(
    textThat((value) => isDigits(value) && isBetween(value, min, max), `nombre entier attendu entre ${min} et ${max}.`),
    z.transform(Number),
  )

/** Number with a decimal point or comma. */
export const decimal = (min: number, max: number) =>
  z.pipe(
    textThat(
      (value) => /^\d+([.,]\d+)?$/.test(value) && isBetween(value.replace(',', '.'), min, max),
      `nombre attendu entre ${formatNumber(min)} et ${formatNumber(max)}.`,
    ),
    z.transform((value) => Number(value.replace(',', '.'))),
  )
const formatNumber = (value: number): string => String(value).replace('.', ',')

/** ISO 3166-1 alpha-3 code of a country, or `WOR`. */
export const zone = matching(/^[A-Z]{3}$/, 'code de trois capitales attendu, par exemple FRA.')

const urlComplaint = (protocol: string): string => `adresse complète attendue, par exemple ${protocol}//exemple.fr.`
export const mustBeUrl = (...protocols: [string, ...string[]]) =>
  must<string>((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }, urlComplaint(protocols[0]))
/** Complete address with one of these protocols; final slashes are removed. */
export const url = (...protocols: [string, ...string[]]) =>
  z.pipe(
    text.check(mustBeUrl(...protocols)),
    z.transform((value) => value.replace(/\/+$/, '')),
  )
/** Address of a page. */
export const webUrl = url('https:', 'http:')

/** Address of this site: its mails append paths to it. */
export const siteUrl = url('http:', 'https:').check(
  must(
    (value) => !/[?#]/.test(value) && new URL(value).username === '',
    'l’adresse ne doit contenir ni identifiant, ni « ? », ni « # » : les liens des courriels la prolongent.',
  ),
  must((value) => new URL(value).pathname === '/', 'l’adresse s’arrête au nom d’hôte et au port\u00a0: Parvis est à la racine de son site.'),
)

/** Address of a server, without credentials or fragment, which would end up in requests, logs or the database. */
export const serverUrl = (keySetting: string) =>
  webUrl.check(
    must((value) => {
      const { username, password, hash } = new URL(value)
      return username + password + hash === ''
    }, `l’adresse ne doit contenir ni identifiant ni fragment ; la clé va dans ${keySetting}.`),
  )

/** API key that an HTTP header can carry: not copied with an ellipsis, an accent, or an editor's quotation mark. */
const isApiKey = (value: string): boolean => /^[\x21-\x7e]+$/.test(value)
const apiKeyComplaint = 'une clé n’a ni espace, ni accent, ni « … » ; recopiez-la telle que le serveur la donne.'
export const apiKey = textThat(isApiKey, apiKeyComplaint)

/** Secret that looks random: 32 characters at least, 12 distinct ones at least (trust case AUT-10). */
export const secret = textThat((value) => value.length >= 32 && new Set(value).size >= 12, '32 caractères imprévisibles au moins sont attendus.')

export const bucket = matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'nom de bac attendu : 3 à 63 minuscules, chiffres, points et tirets.')
/** Beginning of the keys of an object store; a final slash is added. */
export const keyPrefix = z.pipe(
  matching(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'début de clé attendu, sans barre au début, par exemple parvis/fichiers.'),
  z.transform((value) => value.replace(/\/?$/, '/')),
)

/** Items separated by commas. */
const list = (isItem: (item: string) => boolean, error: string, clean = (item: string) => item) =>
  z
    .pipe(
      text,
      z.transform((value) => value.split(',').flatMap((item) => (item.trim() === '' ? [] : [clean(item.trim())]))),
    )
    .check(must((items) => items.every(isItem), error))

export const isDomain = (item: string): boolean => /^[\p{L}\p{N}.-]+$/u.test(item)
/** Domains of e-mail addresses, in lower case; an initial `@` is removed. */
export const domains = list(isDomain, 'domaines attendus, par exemple ville.fr,agglo.fr.', (item) => item.toLowerCase().replace(/^@/, ''))

/** Public keys of the age format. */
export const ageKeys = list((key) => /^age1[02-9ac-hj-np-z]{58}$/.test(key), 'clés publiques age attendues (age1…), séparées par des virgules.')

/** Public keys of Ed25519, as base64 of their SPKI form: the line of a PEM file. */
export const ed25519Keys = list(
  (key) => /^MCowBQYDK2VwAyEA[A-Za-z\d+/]{43}=$/.test(key),
  'clés publiques Ed25519 attendues (la ligne MCowBQYDK2Vw… d’un fichier PEM), séparées par des virgules.',
)

/** Minimum: about five words. Whoever has a backup file may try passphrases without limit, slowed down only by the cost of scrypt. */
export const passphrase = minLength(20)

/** Proxies: IP addresses, networks (`10.0.0.0/8`), names known to Fastify, or `false`. */
export const networks = list(isNetwork, 'adresses IP ou réseaux attendus, par exemple 127.0.0.1,10.0.0.0/8.')

function isNetwork(item: string): boolean {
  if (['false', 'loopback', 'linklocal', 'uniquelocal'].includes(item)) return true
  const [address = '', bits, ...rest] = item.split('/')
  const maxPrefixLength = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return maxPrefixLength > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && isBetween(bits, 1, maxPrefixLength)))
}

/** Address of ClamAV's daemon: TCP, or a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }
const socketPattern = /^unix:(?:\/\/)?(\/.+)$/
export const clamdAddress = z.pipe(
  z.union([matching(socketPattern, ''), url('tcp:')], urlComplaint('tcp:')),
  z.transform((value): ClamdAddress => {
    const [, path] = socketPattern.exec(value) ?? []
    if (path !== undefined) return { path }
    const { hostname, port } = new URL(value)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
  }),
)

export const date = textThat((value) => {
  const day = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}, 'date attendue, par exemple 2026-03-31.')

/** Contact for reports: `https:` address, or `mailto:` address, which a bare e-mail address becomes. */
export const contact = z.pipe(
  text,
  z.pipe(
    z.transform((value: string) => (/^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value)),
    matching(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'adresse e-mail ou https://… attendue.'),
  ),
)

// The first administrator's account follows the rules of the registration route: an account that it refused could never sign in.
const account = routes.auth.register.body.shape
const isEmail = (value: string): boolean => account.email.safeParse(value).success
export const adminEmail = textThat(isEmail, 'adresse e-mail attendue.')
export const adminUsername = textThat(
  (value) => account.username.safeParse(value).success && (!value.includes('@') || isEmail(value)),
  'lettres, chiffres, points, tirets et soulignés seulement, ou une adresse e-mail.',
)
/** Minimum length: longer than for other accounts, since this one has access to all the others. */
export const adminPassword = textThat(
  (value) => value.length >= 12 && account.password.safeParse(value).success,
  `entre 12 et ${limits.password} caractères sont attendus.`,
)

/** Names separated by commas. */
export const names = list((name) => name.length <= 100, 'noms attendus, séparés par des virgules.')

/** List of objects in JSON. */
export const jsonList = <S extends z.ZodMiniType>(item: S, shape: string) => z.pipe(z.pipe(text, z.transform(parseJson)), z.array(item, shape))

export const isDistinctBy = <T>(items: readonly T[], key: (item: T) => string): boolean => new Set(items.map(key)).size === items.length

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Size of a model's context window, in tokens. A question and its answer do not fit in less; no model has more. */
const [minTokens, maxTokens] = [2_000, 2_000_000]
export const contextTokens = integer(minTokens, maxTokens)
const isWindow = (value: unknown): boolean => Number.isSafeInteger(value) && isBetween(value, minTokens, maxTokens)
const windowComplaint = `context_tokens doit être un nombre entier entre ${minTokens} et ${maxTokens}.`

const fallbackShape = 'liste JSON attendue, par exemple [{"base_url":"https://exemple.fr/v1","api_key":"…","model":"…"}].'
/** Key and context window of a server in a JSON list. An empty key counts as absent. */
export const apiKeyField = z.nullish(z.string(fallbackShape).check(must((value) => value === '' || isApiKey(value), apiKeyComplaint)))
export const windowField = z.nullish(z.custom<number>(isWindow, windowComplaint))
const fallback = {
  base_url: z.pipe(z.string(fallbackShape), serverUrl('api_key')),
  api_key: apiKeyField,
  model: z.nullish(z.string(fallbackShape)),
  context_tokens: windowField,
}
/** Model servers tried after the first one. A misspelt or mistyped field is refused: if it were ignored, the server would be called without its key. */
export const llmFallbacks = jsonList(z.strictObject(fallback, fallbackShape), fallbackShape)

/** Names of the levels 1 to 3, separated by commas. */
export const levelNames = list((name) => name.length <= 40, 'trois noms attendus, séparés par des virgules, par exemple externe,souverain,interne.').check(
  must(
    (names) => names.length === 3 && isDistinctBy(names, (name) => name.toLowerCase()),
    'trois noms différents attendus, par exemple externe,souverain,interne.',
  ),
)
/** Level of a server. */
export const level = z.pipe(
  z.enum(['1', '2', '3'], 'valeurs admises : 1, 2, 3.'),
  z.transform((value) => Number(value) as ModelLevel),
)

const filePatternsShape = 'liste JSON d’expressions régulières attendue, par exemple ["CCAS-\\\\d{4}-\\\\d{5}"].'
const filePatternComplaint = 'expressions simples attendues : ni référence arrière, ni assertion, et un texte vide ne convient pas.'
/** Regular expressions of file numbers, which cannot take long on any text. */
export const filePatterns = jsonList(
  z.string(filePatternsShape).check(must((pattern) => filePatternProblem(pattern) === null, filePatternComplaint)),
  filePatternsShape,
)
