import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { IdentityProvider } from '../../platform/config/identity-providers.ts'
import { listenLocally } from '../listen-locally.ts'
import { readConfig } from '../../platform/config/config.ts'

export type OidcPerson = { sub: string } & Record<string, unknown>

type Answer = { status?: number; type?: string; body: string; /** The response starts and never ends. */ isCut?: boolean }

/** Faults of the provider; what is absent is correct. */
type ProviderFaults = {
  /** Changes the claims of the ID token. */
  id_claims?: (claims: JWTPayload) => JWTPayload
  /** Replaces the signing of the ID token. */
  sign?: (claims: JWTPayload) => Promise<string> | string
  /** Changes the claims of userinfo. */
  userinfo?: (claims: OidcPerson) => OidcPerson
  /** Replaces the response of a path (`/token`, `/userinfo`, `/jwks`, `/.well-known/openid-configuration`); null: no response. */
  answers?: Record<string, Answer | null>
  access_token?: string
}

/** An OpenID Connect provider controlled by a test, which may be faulty at each step. Its codes are single-use. */
export type FaultyProvider = {
  settings: IdentityProvider
  lies: ProviderFaults
  /** Signs claims with the published key. @param options `stranger`: with an unpublished one */
  sign(claims: JWTPayload, options?: { stranger?: boolean; alg?: string; typ?: string }): Promise<string>
  /** Signs the person in and returns the parameters of the callback. @param location URL to which the application sent the browser */
  letIn(location: string, person: OidcPerson): { code: string; state: string; iss: string }
  /** Signs a back-channel logout token, valid unless the claims change it. */
  logoutToken(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

const client = { client_id: 'parvis', client_secret: 'secret-de-parvis-pour-les-essais' }
const isSigned = (profile: string) => profile === 'proconnect'

/** Starts the provider. @param written settings that replace the usual ones, as in an entry of `OIDC_PROVIDERS` */
export async function startFaultyProvider(written: Record<string, unknown> = {}): Promise<FaultyProvider> {
  const keys = await generateKeyPair('ES256', { extractable: true })
  const stranger = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'cle-1', alg: 'ES256', use: 'sig' }
  const sessions = new Map<string, { nonce: string; person: OidcPerson; access_token: string }>()
  const server = createServer((request, response) => void answer(request, response))
  const issuer = `http://127.0.0.1:${await listenLocally(server)}`
  const provider: FaultyProvider = {
    settings: readProvider({ ...usual, ...client, issuer, ...written }),
    lies: {},
    sign: (claims, { stranger: isStranger = false, alg = 'ES256', typ = 'JWT' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: 'cle-1', typ }).sign(isStranger ? stranger.privateKey : keys.privateKey),
    letIn(location, person) {
      const query = new URL(location).searchParams
      const code = randomUUID()
      sessions.set(code, { nonce: query.get('nonce')!, person, access_token: randomUUID() })
      return { code, state: query.get('state')!, iss: issuer }
    },
    logoutToken: (claims) =>
      provider.sign(
        { iss: issuer, aud: client.client_id, ...now(), jti: randomUUID(), events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims },
        { typ: 'logout+jwt' },
      ),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, issuer)
    const lie = provider.lies.answers?.[pathname]
    if (lie === null) return
    const { status = 200, type = 'application/json', body, isCut = false } = lie ?? (await correctAnswer(pathname, request))
    response.writeHead(status, { 'content-type': type })
    if (isCut) response.write(body)
    else response.end(body)
  }

  async function correctAnswer(pathname: string, request: IncomingMessage): Promise<Answer> {
    if (pathname === '/.well-known/openid-configuration') return json(discoveryDocument(issuer, provider.settings.algorithm))
    if (pathname === '/jwks') return json({ keys: [jwk] })
    if (pathname === '/token') return token(new URLSearchParams(await read(request)))
    if (pathname === '/userinfo') return userinfo(request.headers.authorization?.replace('Bearer ', '') ?? '')
    return { status: 404, body: '{}' }
  }

  async function token(form: URLSearchParams): Promise<Answer> {
    const session = sessions.get(form.get('code') ?? '')
    if (session === undefined) return { status: 400, body: JSON.stringify({ error: 'invalid_grant' }) }
    sessions.delete(form.get('code')!)
    sessions.set(session.access_token, session)
    const { sub } = session.person
    const { id_claims = (claims) => claims, sign = (claims) => provider.sign(claims), access_token = session.access_token } = provider.lies
    if (access_token !== session.access_token) sessions.set(access_token, session)
    const id_token = await sign(id_claims({ iss: issuer, aud: client.client_id, sub, nonce: session.nonce, sid: `session-${sub}`, ...now() }))
    return json({ access_token, token_type: 'Bearer', expires_in: 60, id_token })
  }

  async function userinfo(access_token: string): Promise<Answer> {
    const session = sessions.get(access_token)
    if (session === undefined) return { status: 401, body: '{}' }
    const claimsSent = (provider.lies.userinfo ?? ((claims: OidcPerson) => claims))(session.person)
    if (!isSigned(provider.settings.profile)) return json(claimsSent)
    return { type: 'application/jwt', body: await provider.sign({ iss: issuer, aud: client.client_id, ...now(), ...claimsSent }) }
  }
  return provider
}

const usual = { id: 'agglo', label: 'l’agglomération', algorithm: 'ES256', trusted_email: 'verified' }

/** Encodes a token without a signature. */
export const unsigned = (claims: JWTPayload): string => new UnsecuredJWT(claims).encode()

const json = (body: object): Answer => ({ body: JSON.stringify(body) })

function now(): { iat: number; exp: number } {
  const seconds = Math.floor(Date.now() / 1_000)
  return { iat: seconds, exp: seconds + 60 }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

const discoveryDocument = (issuer: string, algorithm: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: `${issuer}/logout`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [algorithm],
  userinfo_signing_alg_values_supported: [algorithm],
  authorization_response_iss_parameter_supported: true,
})

/** Reads an entry of `OIDC_PROVIDERS` as at start. @throws {ConfigError} */
export const readProvider = (written: Record<string, unknown>): IdentityProvider =>
  readConfig({ OIDC_PROVIDERS: JSON.stringify([written]) }).signIn.providers[0]!
