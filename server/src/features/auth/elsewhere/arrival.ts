import { jwtVerify } from 'jose'
import { limits, routes } from '@parvis/contract'
import type { ProviderClient } from './clients.ts'

/** What a provider said of a person, checked and cut down to what is used. */
export type Arrival = {
  provider: string
  issuer: string
  sub: string
  /** Null: none that an account could have. */
  email: string | null
  /** The address is the person's: the provider checked it, or is trusted. */
  owns_email: boolean
  first_name: string
  last_name: string
  siret: string | null
  idp_id: string | null
  /** What the provider calls this session. */
  session: string | null
  /** Groups of the person; null: it does not say. */
  groups: string[] | null
  /** Whether the person administers; null: it does not say. */
  is_admin: boolean | null
  id_token: string
}

/** Longer than what any provider gives; what is longer counts as not said. */
const longestClaim = 1_000
const mostGroups = 10_000

type Claims = Record<string, unknown>
type Received = { id_token: string; id_claims: Claims; userinfo: Claims; access_token: string }

/** Reads the claims of somebody. What has not the kind that it should have counts as not said; null: there is no subject. */
export async function readArrival(client: ProviderClient, received: Received): Promise<Arrival | null> {
  const { provider } = client
  const { id_claims, userinfo } = received
  const issuer = text(id_claims['iss'])
  const sub = text(id_claims['sub'])
  if (issuer === null || sub === null) return null
  const said = (name: string) => text(userinfo[name]) ?? text(id_claims[name])
  const email = addressOf(said('email'))
  const isChecked = (userinfo['email_verified'] ?? id_claims['email_verified']) === true
  const lists = claimReader(client, received)
  return {
    provider: provider.id,
    issuer,
    sub,
    email,
    owns_email: provider.trusted_email === 'always' || (provider.trusted_email === 'verified' && isChecked),
    first_name: nameOf(said('given_name')),
    last_name: nameOf(said('usual_name') ?? said('family_name')),
    siret: siretOf(userinfo['siret'] ?? id_claims['siret']),
    idp_id: said('idp_id'),
    session: text(id_claims['sid']),
    groups: provider.groups_claim === null ? null : await lists(provider.groups_claim),
    is_admin: provider.admin === null ? null : ((await lists(provider.admin.claim))?.includes(provider.admin.value) ?? null),
    id_token: received.id_token,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' && value.length <= longestClaim ? value : null)

/** By the rule of the accounts: what it would refuse could not be one's address. */
function addressOf(value: string | null): string | null {
  const result = routes.auth.forgotPassword.body.safeParse({ email: value ?? '' })
  return result.success ? result.data.email : null
}

/** One line, as long as a name may be. */
const nameOf = (value: string | null): string =>
  (value ?? '')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, limits.name)

function siretOf(value: unknown): string | null {
  const siret = String(value ?? '').replaceAll(' ', '')
  return /^\d{14}$/.test(siret) ? siret : null
}

/** Looks for a list along a path of names: in what the provider says of the person, in its token, then in the access token where it signs that. */
function claimReader(client: ProviderClient, { id_claims, userinfo, access_token }: Received) {
  let accessClaims: Promise<Claims> | undefined
  return async (path: string[]): Promise<string[] | null> => {
    const found = listAt(userinfo, path) ?? listAt(id_claims, path)
    if (found !== null) return found
    accessClaims ??= readAccessClaims(client, access_token, String(id_claims['iss']))
    return listAt(await accessClaims, path)
  }
}

/** Keycloak puts the roles there alone, as it is set up at first. An access token that is no signed text of this provider says nothing. */
async function readAccessClaims({ keys }: ProviderClient, access_token: string, issuer: string): Promise<Claims> {
  if (access_token.split('.').length !== 3) return {}
  return jwtVerify(access_token, keys, { issuer }).then(
    ({ payload }) => payload,
    () => ({}),
  )
}

function listAt(claims: Claims, path: string[]): string[] | null {
  // A name may hold dots itself: `https://exemple.fr/groupes`.
  const whole = claims[path.join('.')]
  const value = whole ?? path.reduce<unknown>((place, name) => (typeof place === 'object' && place !== null ? (place as Claims)[name] : undefined), claims)
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value) || value.length > mostGroups) return null
  return value.every((one) => typeof one === 'string') ? (value as string[]) : null
}
