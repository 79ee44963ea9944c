import type { SignInMethods } from '@parvis/contract'
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
import { relyingPartyOf } from '../passkeys/challenges.ts'

/** A configured provider with its discovery document and signing keys. */
export type ProviderClient = { provider: IdentityProvider; configuration: Configuration; keys: JWTVerifyGetKey }

/** Timeout of a request to a provider, in milliseconds: ProConnect's code lives 30 s, and a person waits. */
const responseTimeoutMs = 5_000
/** Maximum size of a provider's response, in bytes: five thousand groups take a third of it. */
const maxResponseBytes = 1024 * 1024
/** Lifetime of a cached discovery document, in milliseconds. Providers change their URLs once in years. */
const discoveryCacheMs = 12 * 3_600_000
/** Accepted clock skew of a provider, in seconds. */
export const clockToleranceSeconds = 60

type CachedClient = { client: Promise<ProviderClient>; expiresAt: number }
const clientCaches = new WeakMap<Context, Map<string, CachedClient>>()

/** Returns the sign-in methods that the login page shows: providers, passwords, passkeys. Contains no secret. */
export function signInMethodsOf(context: Context): SignInMethods {
  const { providers, local } = context.config.signIn
  return {
    providers: providers.map(({ id, label, profile }) => ({ id, label, profile })),
    local,
    passkeys: relyingPartyOf(context)?.origin ?? null,
  }
}

/** Returns the settings of a provider. @throws {AppError} `auth.provider_unknown` */
export function providerOf(context: Context, id: string): IdentityProvider {
  const provider = context.config.signIn.providers.find((one) => one.id === id)
  if (provider === undefined) throw new AppError('auth.provider_unknown')
  return provider
}

/**
 * Returns the client of a provider. Its discovery document is fetched on first use and cached for twelve hours. A failed fetch is not cached.
 * @throws {AppError} `auth.provider_unknown`, `auth.provider_away`
 */
export async function clientOf(context: Context, id: string): Promise<ProviderClient> {
  const provider = providerOf(context, id)
  const clients = clientCaches.get(context) ?? new Map<string, CachedClient>()
  clientCaches.set(context, clients)
  const cached = clients.get(id)
  if (cached !== undefined && cached.expiresAt > Date.now()) return cached.client
  const client = discover(provider)
  clients.set(id, { client, expiresAt: Date.now() + discoveryCacheMs })
  try {
    return await client
  } catch (error) {
    if (clients.get(id)?.client === client) clients.delete(id)
    throw providerUnavailable(context, id, error)
  }
}

/** Returns the error of a failed provider and logs its reason, never the provider's response. */
export function providerUnavailable(context: Context, provider: string, error: unknown): AppError {
  context.log.warn({ provider, reason: reasonOf(error) }, 'identity provider failed')
  return new AppError('auth.provider_away', {}, { cause: error })
}

/** Returns the code or name of an error if it is safe to log (a word of at most 60 characters), else `unknown`. */
export function reasonOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: { code?: unknown } }
  return [code, cause?.code, name].find((value): value is string => typeof value === 'string' && /^[\w.-]{1,60}$/.test(value)) ?? 'unknown'
}

async function discover(provider: IdentityProvider): Promise<ProviderClient> {
  const { issuer, client_id, client_secret, algorithm, profile } = provider
  // ProConnect accepts the secret in the body only; the default of the protocol is the header.
  const authentication = profile === 'proconnect' ? ClientSecretPost(client_secret) : ClientSecretBasic(client_secret)
  const isPlain = new URL(issuer).protocol === 'http:'
  const metadata = {
    id_token_signed_response_alg: algorithm,
    // ProConnect signs its userinfo response; other providers send it unsigned over the authenticated connection.
    ...(profile === 'proconnect' && { userinfo_signed_response_alg: algorithm }),
    client_secret,
    [clockTolerance]: clockToleranceSeconds,
  }
  const configuration = await discovery(new URL(issuer), client_id, metadata, authentication, {
    [customFetch]: boundedFetch,
    timeout: responseTimeoutMs / 1_000,
    execute: [...(isPlain ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
  })
  const { jwks_uri } = configuration.serverMetadata()
  if (jwks_uri === undefined) throw new TypeError('The discovery document names no keys')
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: responseTimeoutMs, [customJwksFetch]: boundedFetch as never })
  return { provider, configuration, keys }
}

/** Fetches without following redirects, within `responseTimeoutMs` and up to `maxResponseBytes` bytes. */
const boundedFetch: CustomFetch = async (url, options) => {
  const signal = AbortSignal.any([AbortSignal.timeout(responseTimeoutMs), ...(options.signal ? [options.signal] : [])])
  const response = await fetch(url, { ...options, redirect: 'manual', signal } as RequestInit)
  if (response.body === null) return response
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > maxResponseBytes) throw new RangeError('The answer of the provider is too large')
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers })
}
