import type { WaysIn } from '@parvis/contract'
import { createRemoteJWKSet, customFetch as customJwksFetch, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type Configuration,
  type CustomFetch,
} from 'openid-client'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { IdentityProvider } from '../../../platform/config/identity-providers.ts'
import type { Context } from '../../../context.ts'
import { passkeyPlace } from '../passkeys/place.ts'

/** A provider that is known: what its discovery document says, and the keys that it signs with. */
export type ProviderClient = { provider: IdentityProvider; configuration: Configuration; keys: JWTVerifyGetKey }

/** Milliseconds that one answer of a provider may take: ProConnect's code lives 30 s, and a person waits. */
const answerMs = 5_000
/** Bytes of one answer: five thousand groups take a third of it. */
const largestAnswer = 1024 * 1024
/** A discovery document is asked for again after so long: a provider changes its addresses, once in years. */
const freshMs = 12 * 3_600_000
/** Seconds by which the clock of a provider may be wrong. */
export const clockToleranceSeconds = 60

type Known = { client: Promise<ProviderClient>; until: number }
const known = new WeakMap<Context, Map<string, Known>>()

/** What pages may know of the ways in. Nothing secret. */
export function waysInOf(context: Context): WaysIn {
  const { providers, local } = context.config.signIn
  return {
    providers: providers.map(({ id, label, profile }) => ({ id, label, profile })),
    local,
    passkeys: passkeyPlace(context)?.origin ?? null,
  }
}

/** The settings of a provider. @throws {AppError} `auth.provider_unknown` */
export function providerOf(context: Context, id: string): IdentityProvider {
  const provider = context.config.signIn.providers.find((one) => one.id === id)
  if (provider === undefined) throw new AppError('auth.provider_unknown')
  return provider
}

/**
 * The client of a provider. Its discovery document is read at the first need, never at the start, and kept twelve hours; one that could not
 * be read is asked for again the next time.
 * @throws {AppError} `auth.provider_unknown`, `auth.provider_away`
 */
export async function clientOf(context: Context, id: string): Promise<ProviderClient> {
  const provider = providerOf(context, id)
  const clients = known.get(context) ?? new Map<string, Known>()
  known.set(context, clients)
  const kept = clients.get(id)
  if (kept !== undefined && kept.until > Date.now()) return kept.client
  const client = discover(provider)
  clients.set(id, { client, until: Date.now() + freshMs })
  try {
    return await client
  } catch (error) {
    if (clients.get(id)?.client === client) clients.delete(id)
    throw providerAway(context, id, error)
  }
}

/** What is said when a provider fails, and what the log keeps of it: never what it answered. */
export function providerAway(context: Context, provider: string, error: unknown): AppError {
  context.log.warn({ provider, reason: reasonOf(error) }, 'identity provider failed')
  return new AppError('auth.provider_away', {}, { cause: error })
}

/** A word of our own or of the library, without anything that was received. */
export function reasonOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: { code?: unknown } }
  return [code, cause?.code, name].find((one): one is string => typeof one === 'string' && /^[\w.-]{1,60}$/.test(one)) ?? 'unknown'
}

async function discover(provider: IdentityProvider): Promise<ProviderClient> {
  const { issuer, client_id, client_secret, algorithm, profile } = provider
  // ProConnect takes the secret in the body alone; the rule of the protocol without anything said is the header.
  const authentication = profile === 'proconnect' ? ClientSecretPost(client_secret) : ClientSecretBasic(client_secret)
  const isPlain = new URL(issuer).protocol === 'http:'
  const metadata = {
    id_token_signed_response_alg: algorithm,
    // ProConnect signs what it says of the person; elsewhere it comes as it is, over the connection that the secret opened.
    ...(profile === 'proconnect' && { userinfo_signed_response_alg: algorithm }),
    client_secret,
    [clockTolerance]: clockToleranceSeconds,
  }
  const configuration = await discovery(new URL(issuer), client_id, metadata, authentication, {
    [customFetch]: boundedFetch,
    timeout: answerMs / 1_000,
    execute: [...(isPlain ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
  })
  const { jwks_uri } = configuration.serverMetadata()
  if (jwks_uri === undefined) throw new TypeError('The discovery document names no keys')
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: answerMs, [customJwksFetch]: boundedFetch as never })
  return { provider, configuration, keys }
}

/** Fetches without following anything elsewhere, within a time, and never more than `largestAnswer` bytes. */
const boundedFetch: CustomFetch = async (url, options) => {
  const signal = AbortSignal.any([AbortSignal.timeout(answerMs), ...(options.signal ? [options.signal] : [])])
  const response = await fetch(url, { ...options, redirect: 'manual', signal } as RequestInit)
  if (response.body === null) return response
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body) {
    size += piece.byteLength
    if (size > largestAnswer) throw new RangeError('The answer of the provider is too large')
    pieces.push(piece)
  }
  return new Response(Buffer.concat(pieces), { status: response.status, headers: response.headers })
}
