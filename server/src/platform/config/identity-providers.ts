import { checkUrl, ConfigError, type SettingReader } from './read-settings.ts'

/** Accepted signature algorithms of ID tokens. Asymmetric ones only: with a shared secret (`HS256`), either side could have signed. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
const profiles = ['generic', 'proconnect'] as const

/** OpenID Connect provider at which people of this instance sign in. */
export type IdentityProvider = {
  /** Name of the provider in addresses and in the database. */
  id: string
  /** Text of its button, after « Se connecter avec ». */
  label: string
  profile: (typeof profiles)[number]
  /** Issuer identifier, as in the provider's discovery document. */
  issuer: string
  client_id: string
  client_secret: string
  algorithm: (typeof algorithms)[number]
  scopes: string[]
  /** Rule that makes a person an administrator: the claim at this path (`realm_access.roles`) holds this value. Null: no rule. */
  admin: { claim: string[]; value: string } | null
  /** Path of the claim that lists the groups of a person; null: none. */
  groups_claim: string[] | null
  /** Prefix of the groups that create teams, named by the rest of the group's name. Null: groups only fill the teams that name them. */
  groups_prefix: string | null
  /** Whether the e-mail address that the provider gives is taken as the person's: always, only when the provider says that it verified it, or never. */
  trusted_email: 'always' | 'verified' | 'never'
  /** SIRET numbers of the organisations whose staff may sign in; empty: all. */
  allowed_siret: string[]
  /** Domains of the e-mail addresses that may sign in; empty: all. */
  allowed_domains: string[]
}

const variable = 'OIDC_PROVIDERS'
const expectedShape =
  'liste JSON attendue, par exemple [{"id":"agglo","label":"l’agglomération","issuer":"https://identite.agglo.fr/realms/agents","client_id":"parvis","client_secret":"…"}].'
const knownFields = [
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
 * @throws {ConfigError} with a French sentence that says which provider lacks what
 */
export function readIdentityProviders(read: SettingReader): IdentityProvider[] {
  const value = read.optional(variable)
  if (value === null) return []
  let list: unknown
  try {
    list = JSON.parse(value)
  } catch {
    throw new ConfigError(variable, expectedShape)
  }
  if (!Array.isArray(list)) throw new ConfigError(variable, expectedShape)
  const providers = list.map((item: unknown, index) => readProvider(isRecord(item) ? item : {}, index + 1))
  const duplicate = providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) !== index)
  if (duplicate !== undefined) throw new ConfigError(variable, `deux fournisseurs s’appellent « ${duplicate.id} ».`)
  return providers
}

function readProvider(item: Record<string, unknown>, position: number): IdentityProvider {
  const refuse = (complaint: string): never => {
    throw new ConfigError(variable, `fournisseur ${position} : ${complaint}`)
  }
  const unknown = Object.keys(item).find((name) => !knownFields.includes(name))
  // A misspelt rule would be ignored, and sign-in would be open to more people than intended.
  if (unknown !== undefined) refuse(`champ inconnu « ${unknown} ». Champs admis : ${knownFields.join(', ')}.`)
  const optional = (name: string): string | null => {
    const value = item[name]
    if (value === undefined || value === null || value === '') return null
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : refuse(`${name} est un texte.`)
  }
  const required = (name: string): string => optional(name) ?? refuse(`${name} est obligatoire.`)
  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = optional(name)
    return value === null ? fallback : (choices.find((one) => one === value) ?? refuse(`${name} vaut ${choices.join(', ')}.`))
  }
  const texts = (name: string): string[] => {
    const value = item[name] ?? []
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return refuse(`${name} est une liste de textes.`)
    return value.map((one: string) => one.trim().toLowerCase())
  }
  const id = required('id')
  if (!/^[a-z0-9-]{1,40}$/.test(id)) refuse('id n’a que des minuscules sans accent, des chiffres et des tirets.')
  // Not normalised: a final slash is part of an issuer's name.
  const issuer = required('issuer')
  checkUrl(variable, issuer, ['https:', 'http:'])
  if (!isEncrypted(issuer)) refuse('issuer commence par https:// (http:// n’est admis que sur cette machine).')
  const allowed_siret = texts('allowed_siret').map((siret) => siret.replaceAll(' ', ''))
  if (!allowed_siret.every((siret) => /^\d{14}$/.test(siret))) refuse('allowed_siret : un SIRET a 14 chiffres.')
  const allowed_domains = texts('allowed_domains').map((domain) => domain.replace(/^@/, ''))
  if (!allowed_domains.every((domain) => /^[\p{L}\p{N}.-]+$/u.test(domain))) refuse('allowed_domains : domaines attendus, par exemple ["ville.fr"].')
  const trusted_email = readTrust(item['trusted_email'], refuse)
  // An untrusted address proves no domain: no one could sign in.
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
    scopes: (optional('scopes') ?? defaultScopes[profile]).split(/\s+/),
    groups_claim,
    groups_prefix,
    admin: claim === null ? null : { claim, value: admin_value! },
    trusted_email,
    allowed_siret,
    allowed_domains,
  }
}

/** Default OAuth scopes. ProConnect's come from its documentation for service providers; `idp_id` tells which provider of the federation answered. */
const defaultScopes = { generic: 'openid profile email', proconnect: 'openid given_name usual_name email uid siret idp_id' }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const path = (text: string | null): string[] | null => text?.split('.') ?? null

function readTrust(value: unknown, refuse: (complaint: string) => never): IdentityProvider['trusted_email'] {
  if (value === undefined || value === null || value === false) return 'never'
  if (value === true) return 'always'
  return value === 'verified' ? 'verified' : refuse('trusted_email vaut true, false ou "verified".')
}

/** Whether an issuer uses https. http is accepted only for a provider on this machine. */
function isEncrypted(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
