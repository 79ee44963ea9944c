import { jwtVerify } from 'jose'
import { limits, routes } from '@parvis/contract'
import type { ProviderClient } from './clients.ts'

/** Validated claims of an identity provider about a person, cut to the limits of an account. */
export type IdentityClaims = {
  provider: string
  issuer: string
  sub: string
  /** Null: no address that an account accepts. */
  email: string | null
  /** Whether the address is known to be the person's: verified by the provider, or the provider is trusted for addresses. */
  owns_email: boolean
  first_name: string
  last_name: string
  siret: string | null
  idp_id: string | null
  /** Session id at the provider (`sid` claim). */
  session: string | null
  /** Group names; null: no groups claim. */
  groups: string[] | null
  /** Whether the person is an administrator; null: the claim is absent or not configured. */
  is_admin: boolean | null
  id_token: string
}

/** Maximum length of a claim, in characters. A longer one counts as absent. */
const maxClaimLength = 1_000
const maxGroups = 10_000

type Claims = Record<string, unknown>
type ProviderResponse = { id_token: string; id_claims: Claims; userinfo: Claims; access_token: string }

/**
 * Reads the claims of a person, in userinfo first, then in the ID token. Accepts common deviations from the standard types: a list of one text, a boolean
 * as text or number, surrounding spaces. Any other wrong type counts as absent.
 * @returns null without `iss` or `sub`, which are read unchanged from the ID token: they identify the person
 */
export async function readClaims(client: ProviderClient, response: ProviderResponse): Promise<IdentityClaims | null> {
  const { provider } = client
  const { id_claims, userinfo } = response
  const issuer = exactText(id_claims['iss'])
  const sub = exactText(id_claims['sub'])
  if (issuer === null || sub === null) return null
  const textOf = (name: string) => readText(userinfo[name]) ?? readText(id_claims[name])
  const email = emailOf(textOf('email'))
  const isChecked = readBoolean(userinfo['email_verified']) ?? readBoolean(id_claims['email_verified']) ?? false
  const readListClaim = claimReader(client, response)
  return {
    provider: provider.id,
    issuer,
    sub,
    email,
    owns_email: provider.trusted_email === 'always' || (provider.trusted_email === 'verified' && isChecked),
    first_name: cleanName(textOf('given_name')),
    last_name: cleanName(textOf('usual_name') ?? textOf('family_name')),
    siret: siretOf(userinfo['siret']) ?? siretOf(id_claims['siret']),
    idp_id: textOf('idp_id'),
    session: exactText(id_claims['sid']),
    groups: provider.groups_claim === null ? null : await readListClaim(provider.groups_claim),
    is_admin: provider.admin === null ? null : ((await readListClaim(provider.admin.claim))?.includes(provider.admin.value) ?? null),
    id_token: response.id_token,
  }
}

// The database stores neither NUL nor lone surrogates.
const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

const exactText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxClaimLength && isStorable(value) ? value : null

/** Trims a text. Of a list, takes the first readable text. */
function readText(value: unknown): string | null {
  if (Array.isArray(value))
    return (
      value
        .slice(0, maxGroups)
        .map(readText)
        .find((one) => one !== null) ?? null
    )
  return typeof value === 'string' ? exactText(value.trim()) : null
}

/** Reads a boolean, or its text or number (`true`, `1`). Null for anything else. */
function readBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.length === 1 ? readBoolean(value[0]) : null
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const claimText = String(value).trim().toLowerCase()
  if (claimText === 'true' || claimText === '1') return true
  return claimText === 'false' || claimText === '0' ? false : null
}

/** Validates an e-mail address by the rule of accounts; null if it is invalid. */
function emailOf(value: string | null): string | null {
  const result = routes.auth.forgotPassword.body.safeParse({ email: value ?? '' })
  return result.success ? result.data.email : null
}

/** Puts a name on one line and cuts it to the maximum length. */
const cleanName = (value: string | null): string =>
  (value ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, limits.name)
    // The cut may fall inside a character of two code units.
    .replace(/[\ud800-\udbff]$/, '')

function siretOf(value: unknown): string | null {
  const siret = (typeof value === 'number' ? String(value) : (readText(value) ?? '')).replaceAll(/\s/g, '')
  return /^\d{14}$/.test(siret) ? siret : null
}

/** Returns a reader of list claims by path. It looks in userinfo, then in the ID token, then in the access token if that is a JWT signed by the provider. */
function claimReader(client: ProviderClient, { id_claims, userinfo, access_token }: ProviderResponse) {
  let accessClaims: Promise<Claims> | undefined
  return async (path: string[]): Promise<string[] | null> => {
    const values = listAt(userinfo, path) ?? listAt(id_claims, path)
    if (values !== null) return values
    accessClaims ??= readAccessClaims(client, access_token, String(id_claims['iss']))
    return listAt(await accessClaims, path)
  }
}

/**
 * Verifies the access token and returns its claims: empty if it is not a JWT signed by this provider. Keycloak's default configuration puts roles only
 * there.
 */
async function readAccessClaims({ keys }: ProviderClient, access_token: string, issuer: string): Promise<Claims> {
  if (access_token.split('.').length !== 3) return {}
  return jwtVerify(access_token, keys, { issuer }).then(
    ({ payload }) => payload,
    () => ({}),
  )
}

function listAt(claims: Claims, path: string[]): string[] | null {
  // A claim name may contain dots: `https://exemple.fr/groupes`.
  const claim = claims[path.join('.')]
  return readList(claim ?? path.reduce<unknown>((node, name) => (typeof node === 'object' && node !== null ? (node as Claims)[name] : undefined), claims))
}

/**
 * Reads a list of names, or a text that contains one or several. Elements that are not texts are dropped.
 * @returns null when nothing is readable as a name, so that nothing changes; an empty list when there are only nulls and empty texts
 */
function readList(value: unknown): string[] | null {
  if (typeof value === 'boolean') return [String(value)]
  if (typeof value === 'string') return splitNames(value)
  if (!Array.isArray(value) || value.length > maxGroups) return null
  const items = value.flat(1).filter((item) => item !== null && item !== '')
  const names = items.filter((item): item is string => typeof item === 'string' && isStorable(item)).map((one) => one.trim())
  return items.length > 0 && names.length === 0 ? null : names.filter((name) => name !== '')
}

/**
 * Splits a list written as one text: JSON, or names separated by commas or semicolons without a following space. A comma before a space belongs to a name
 * (« Sports, culture »). A text with `=` is one name: the commas of an LDAP distinguished name do not separate (`CN=Voirie,OU=Groupes`).
 */
function splitNames(value: string): string[] | null {
  if (!isStorable(value)) return null
  if (value.trimStart().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value)
      if (Array.isArray(parsed)) return readList(parsed)
    } catch {
      // Not JSON: a name in brackets.
    }
  }
  const parts = value.includes('=') ? [value] : value.split(/[,;](?!\s)/)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
