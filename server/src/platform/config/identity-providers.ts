import { checkUrl, ConfigError, type SettingReader } from './read-settings.ts'

/** How the provider must sign what it says: with a key of its own. What two know (`HS256`) proves nothing of either. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
const profiles = ['generic', 'proconnect'] as const

/** An OpenID Connect provider where people of this instance sign in. */
export type IdentityProvider = {
  /** Names it in addresses and in the database. */
  id: string
  /** What its button says after « Se connecter avec ». */
  label: string
  profile: (typeof profiles)[number]
  /** Its issuer identifier, as its discovery document gives it. */
  issuer: string
  client_id: string
  client_secret: string
  algorithm: (typeof algorithms)[number]
  scopes: string[]
  /** Who is an administrator: those whose claim, a path of names such as `realm_access.roles`, holds this value. */
  admin: { claim: string[]; value: string } | null
  /** Where the groups of a person are, as a path of names; null: nowhere. */
  groups_claim: string[] | null
  /** Groups that begin so make services, named by the rest; null: groups only fill the services that name them. */
  groups_prefix: string | null
  /** Whether an address that it gives is the person's: always, when it says that it checked it, or never. */
  trusted_email: 'always' | 'verified' | 'never'
  /** SIRET numbers of the organisations whose agents may come in; empty: all. */
  allowed_siret: string[]
  /** Domains of the addresses that may come in; empty: all. */
  allowed_domains: string[]
}

const variable = 'OIDC_PROVIDERS'
const shape =
  'liste JSON attendue, par exemple [{"id":"agglo","label":"l’agglomération","issuer":"https://identite.agglo.fr/realms/agents","client_id":"parvis","client_secret":"…"}].'
const fields = [
  'id',
  'label',
  'issuer',
  'client_id',
  'client_secret',
  'profile',
  'algorithm',
  'scopes',
  'groups_claim',
  'groups_prefix',
  'admin_claim',
  'admin_value',
  'trusted_email',
  'allowed_siret',
  'allowed_domains',
]

/**
 * Reads the providers, in the order of their buttons.
 * @throws {ConfigError} a French sentence which says what is missing of which one
 */
export function readIdentityProviders(read: SettingReader): IdentityProvider[] {
  const value = read.optional(variable)
  if (value === null) return []
  let list: unknown
  try {
    list = JSON.parse(value)
  } catch {
    throw new ConfigError(variable, shape)
  }
  if (!Array.isArray(list)) throw new ConfigError(variable, shape)
  const providers = list.map((item: unknown, index) => readProvider(isRecord(item) ? item : {}, index + 1))
  const twice = providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) !== index)
  if (twice !== undefined) throw new ConfigError(variable, `deux fournisseurs s’appellent « ${twice.id} ».`)
  return providers
}

function readProvider(item: Record<string, unknown>, rank: number): IdentityProvider {
  const refuse = (complaint: string): never => {
    throw new ConfigError(variable, `fournisseur ${rank} : ${complaint}`)
  }
  const unknown = Object.keys(item).find((name) => !fields.includes(name))
  // Under another name a rule would be left out without a word: the door would be wider than was meant.
  if (unknown !== undefined) refuse(`champ inconnu « ${unknown} ». Champs admis : ${fields.join(', ')}.`)
  const optional = (name: string): string | null => {
    const value = item[name]
    if (value === undefined || value === null || value === '') return null
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : refuse(`${name} est un texte.`)
  }
  const required = (name: string): string => optional(name) ?? refuse(`${name} est obligatoire.`)
  const choice = <T extends string>(name: string, choices: readonly T[], usual: T): T => {
    const value = optional(name)
    return value === null ? usual : (choices.find((one) => one === value) ?? refuse(`${name} vaut ${choices.join(', ')}.`))
  }
  const texts = (name: string): string[] => {
    const value = item[name] ?? []
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return refuse(`${name} est une liste de textes.`)
    return value.map((one: string) => one.trim().toLowerCase())
  }
  const id = required('id')
  if (!/^[a-z0-9-]{1,40}$/.test(id)) refuse('id n’a que des minuscules sans accent, des chiffres et des tirets.')
  // As it is given: the last slash of an issuer is a part of its name.
  const issuer = required('issuer')
  checkUrl(variable, issuer, ['https:', 'http:'])
  if (!isEncrypted(issuer)) refuse('issuer commence par https:// (http:// n’est admis que sur cette machine).')
  const allowed_siret = texts('allowed_siret').map((siret) => siret.replaceAll(' ', ''))
  if (!allowed_siret.every((siret) => /^\d{14}$/.test(siret))) refuse('allowed_siret : un SIRET a 14 chiffres.')
  const allowed_domains = texts('allowed_domains').map((domain) => domain.replace(/^@/, ''))
  if (!allowed_domains.every((domain) => /^[\p{L}\p{N}.-]+$/u.test(domain))) refuse('allowed_domains : domaines attendus, par exemple ["ville.fr"].')
  const trusted_email = trust(item['trusted_email'], refuse)
  // An address that nobody vouches for proves no domain: nobody at all would come in.
  if (allowed_domains.length > 0 && trusted_email === 'never') refuse('allowed_domains demande trusted_email (true ou "verified").')
  const profile = choice('profile', profiles, 'generic')
  const claim = path(optional('admin_claim'))
  const admin_value = optional('admin_value')
  if ((claim === null) !== (admin_value === null)) refuse('admin_claim et admin_value vont ensemble.')
  const groups_claim = path(optional('groups_claim'))
  const groups_prefix = optional('groups_prefix')
  if (groups_prefix !== null && groups_claim === null) refuse('groups_prefix demande groups_claim.')
  return {
    id,
    label: optional('label') ?? (profile === 'proconnect' ? 'ProConnect' : refuse('label est obligatoire.')),
    profile,
    issuer,
    client_id: required('client_id'),
    client_secret: required('client_secret'),
    algorithm: choice('algorithm', algorithms, profile === 'proconnect' ? 'ES256' : 'RS256'),
    scopes: (optional('scopes') ?? usualScopes[profile]).split(/\s+/),
    groups_claim,
    groups_prefix,
    admin: claim === null ? null : { claim, value: admin_value! },
    trusted_email,
    allowed_siret,
    allowed_domains,
  }
}

/** ProConnect's are those of its documentation for service providers; `idp_id` says which provider of the federation answered. */
const usualScopes = { generic: 'openid profile email', proconnect: 'openid given_name usual_name email uid siret idp_id' }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const path = (text: string | null): string[] | null => text?.split('.') ?? null

function trust(value: unknown, refuse: (complaint: string) => never): IdentityProvider['trusted_email'] {
  if (value === undefined || value === null || value === false) return 'never'
  if (value === true) return 'always'
  return value === 'verified' ? 'verified' : refuse('trusted_email vaut true, false ou "verified".')
}

/** What crosses a network is encrypted; a provider of this very machine need not be. */
function isEncrypted(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
