import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const good = { id: 'agglo', label: 'l’agglomération', issuer: 'https://identite.agglo.fr/realms/agents/', client_id: 'parvis', client_secret: 'secret' }
const read = (providers: unknown, env = {}) =>
  readConfig({ OIDC_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers), ...env }).signIn

test('without settings there is no provider, and everybody signs in by a password', () => {
  expect(readConfig({}).signIn).toEqual({ providers: [], local: 'ouverte', secondFactor: 'facultatif' })
})

test('what is not said is the least: no address is trusted, nobody administers; an issuer keeps its last slash', () => {
  expect(read([good]).providers).toEqual([
    {
      ...good,
      profile: 'generic',
      algorithm: 'RS256',
      scopes: ['openid', 'profile', 'email'],
      admin: null,
      groups_claim: null,
      groups_prefix: null,
      trusted_email: 'never',
      allowed_siret: [],
      allowed_domains: [],
    },
  ])
})

test('ProConnect has its own name, algorithm and scopes; lists are put in one form', () => {
  const [provider] = read([
    { ...good, label: undefined, profile: 'proconnect', trusted_email: true, allowed_siret: ['214 401 093 00015'], allowed_domains: ['@Ville.FR'] },
  ]).providers
  expect(provider).toMatchObject({
    label: 'ProConnect',
    algorithm: 'ES256',
    trusted_email: 'always',
    allowed_siret: ['21440109300015'],
    allowed_domains: ['ville.fr'],
  })
  expect(provider!.scopes).toContain('idp_id')
})

test('a claim is a path of names', () => {
  expect(read([{ ...good, admin_claim: 'realm_access.roles', admin_value: 'admin' }]).providers[0]).toMatchObject({
    admin: { claim: ['realm_access', 'roles'], value: 'admin' },
  })
  expect(read([{ ...good, groups_claim: 'resource_access.parvis.groups', groups_prefix: 'service:' }]).providers[0]).toMatchObject({
    groups_claim: ['resource_access', 'parvis', 'groups'],
    groups_prefix: 'service:',
  })
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '[', /liste JSON attendue/],
  ['no list', '{}', /liste JSON attendue/],
  ['nothing in it', [{}], /fournisseur 1 : id est obligatoire/],
  ['a name with an accent', [{ ...good, id: 'agglomération' }], /id n’a que des minuscules/],
  ['no label', [{ ...good, label: '' }], /label est obligatoire/],
  ['a number for a secret', [{ ...good, client_secret: 7 }], /client_secret est un texte/],
  ['an issuer in clear', [{ ...good, issuer: 'http://identite.agglo.fr' }], /https:\/\//],
  ['no address', [{ ...good, issuer: 'agglo' }], /adresse complète attendue/],
  ['HS256', [{ ...good, algorithm: 'HS256' }], /algorithm vaut RS256/],
  ['an unknown profile', [{ ...good, profile: 'saml' }], /profile vaut generic, proconnect/],
  ['a rule under another name', [{ ...good, allowed_sirets: ['1'] }], /champ inconnu « allowed_sirets »/],
  ['a required field under another name', [{ ...good, issuer: undefined, isuer: 'x' }], /fournisseur 1 : champ inconnu « isuer »/],
  ['a second provider without its client', [good, { ...good, id: 'b', client_id: null }], /fournisseur 2 : client_id est obligatoire\.$/],
  ['a SIRET of thirteen digits', [{ ...good, allowed_siret: ['2144010930001'] }], /14 chiffres/],
  ['no list of SIRET', [{ ...good, allowed_siret: '21440109300015' }], /allowed_siret est une liste/],
  ['a domain that is none', [{ ...good, allowed_domains: ['a b'] }], /domaines attendus/],
  ['domains of addresses that are never trusted', [{ ...good, allowed_domains: ['ville.fr'] }], /allowed_domains demande trusted_email/],
  ['half of a rule of administration', [{ ...good, admin_claim: 'groups' }], /vont ensemble/],
  ['a prefix of no groups', [{ ...good, groups_prefix: 'service:' }], /groups_prefix demande groups_claim/],
  ['a trust that is none', [{ ...good, trusted_email: 'oui' }], /trusted_email vaut/],
  ['two of one name', [good, good], /deux fournisseurs s’appellent « agglo »/],
])('%s is refused in French', (_name, providers, sentence) => {
  expect(() => read(providers)).toThrow(sentence)
})

test('the password is not closed where there is no provider', () => {
  expect(() => readConfig({ LOCAL_SIGN_IN: 'administrateurs' })).toThrow(/OIDC_PROVIDERS doit être donné d’abord/)
  expect(read([good], { LOCAL_SIGN_IN: 'administrateurs' }).local).toBe('administrateurs')
})
