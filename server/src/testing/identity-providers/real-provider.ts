import { exportJWK, generateKeyPair } from 'jose'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { IdentityProvider } from '../../platform/config/identity-providers.ts'
import { readProvider } from './faulty-provider.ts'

/** A person known to the provider. */
export type OidcAgent = { sub: string; email: string; given_name: string; family_name: string; groups: string[]; siret: string }

/** The application registered with the provider: redirect URIs of the sign-in and of the sign-out, URL of the back-channel logout. */
type OidcClient = { returnTo: string; farewellTo: string; backchannel?: string }

export type RealProvider = {
  /** Entry of `OIDC_PROVIDERS`; `settings` is its parsed form. */
  written: Record<string, unknown>
  settings: IdentityProvider
  close(): Promise<void>
}

const likeProConnect = { id: 'proconnect', profile: 'proconnect', trusted_email: true }
const likeKeycloak = {
  id: 'agglo',
  label: 'l’agglomération',
  algorithm: 'ES256',
  trusted_email: true,
  groups_claim: 'groups',
  groups_prefix: 'service:',
  admin_claim: 'groups',
  admin_value: 'parvis-admin',
}
const client = { client_id: 'parvis', client_secret: 'secret-de-parvis-pour-la-demonstration' }
const dayMs = 24 * 3_600

/**
 * Starts a complete OpenID Connect provider on this machine, with a page to choose a person without a password: for trials. With the ProConnect profile it
 * signs userinfo, gives a SIRET and accepts the secret in the body.
 */
export async function startRealProvider(profile: IdentityProvider['profile'], agents: readonly OidcAgent[], at: OidcClient, port = 0): Promise<RealProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, await configurationOf(profile, agents, at))
  serve(server, provider, agents)
  const written = { ...(profile === 'proconnect' ? likeProConnect : likeKeycloak), ...client, issuer }
  return {
    written,
    settings: readProvider(written),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function configurationOf(profile: IdentityProvider['profile'], agents: readonly OidcAgent[], at: OidcClient): Promise<object> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const isProConnect = profile === 'proconnect'
  return {
    clients: [
      {
        ...client,
        redirect_uris: [at.returnTo],
        post_logout_redirect_uris: [at.farewellTo],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: isProConnect ? 'client_secret_post' : 'client_secret_basic',
        ...(isProConnect && { userinfo_signed_response_alg: 'ES256' }),
        ...(at.backchannel && { backchannel_logout_uri: at.backchannel, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'demonstration' }] },
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
      given_name: ['given_name'],
      usual_name: ['usual_name'],
      uid: ['uid'],
      siret: ['siret'],
      idp_id: ['idp_id'],
    },
    findAccount: (_context: unknown, id: string) => {
      const agent = agents.find(({ sub }) => sub === id)
      return (
        agent && {
          accountId: id,
          claims: async () => ({ ...agent, email_verified: true, usual_name: agent.family_name, uid: agent.sub, idp_id: 'demonstration' }),
        }
      )
    },
    cookies: { keys: ['demonstration'] },
    ttl: { Session: dayMs, Grant: dayMs, Interaction: 3_600, AuthorizationCode: 30, AccessToken: 60, IdToken: 3_600 },
    pkce: { required: () => false },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/entree/${uid}` },
    features: {
      devInteractions: { enabled: false },
      jwtUserinfo: { enabled: true },
      claimsParameter: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: skipLogoutPage },
    },
    // No consent is asked: the organisation has decided that the application may know its people.
    loadExistingGrant: async (context: GrantContext) => {
      const { oidc } = context
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope(String(oidc.params['scope']))
      await grant.save()
      return grant
    },
  }
}

type GrantContext = { oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string }; params: Record<string, unknown> } }

/** Signs out without a confirmation page: the person has already confirmed in the application. */
function skipLogoutPage(context: { body: string }, form: string): void {
  context.body = page(
    'Déconnexion',
    `${form}<script>const f = document.forms[0]; const i = document.createElement('input'); i.type = 'hidden'; i.name = 'logout'; i.value = 'yes'; f.append(i); f.submit()</script>`,
  )
}

function serve(server: Server, provider: Provider, agents: readonly OidcAgent[]): void {
  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [, uid] = /^\/entree\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (uid === undefined) return void answer(request, response)
    void enter(request, response, provider, agents, uid).catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' })
      response.end(page('Connexion expirée', '<p>Revenez à l’application et recommencez.</p>'))
    })
  })
}

async function enter(request: IncomingMessage, response: ServerResponse, provider: Provider, agents: readonly OidcAgent[], uid: string): Promise<void> {
  await provider.interactionDetails(request, response)
  if (request.method === 'POST') {
    let text = ''
    for await (const piece of request) text += String(piece)
    const accountId = new URLSearchParams(text).get('agent')
    const isKnown = agents.some(({ sub }) => sub === accountId)
    const result = isKnown ? { login: { accountId } } : { error: 'access_denied', error_description: 'Abandonnée par la personne' }
    return provider.interactionFinished(request, response, result)
  }
  const buttons = agents.map(
    ({ sub, given_name, family_name, groups }) =>
      `<button name="agent" value="${sub}">${given_name} ${family_name}<small>${groups.join(', ') || 'aucun groupe'}</small></button>`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    page('Qui êtes-vous\u00a0?', `<form method="post" action="/entree/${uid}">${buttons.join('')}<button name="agent" value="">Abandonner</button></form>`),
  )
}

const page = (title: string, content: string): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1.1rem system-ui;max-width:26rem;margin:4rem auto;padding:0 1rem}button{display:block;width:100%;margin:.6rem 0;padding:.8rem;font:inherit;text-align:left}small{display:block;color:#555}</style>
</head><body><h1>${title}</h1>${content}</body></html>`
