import * as z from 'zod/mini'
import { isDomain, jsonList, must, mustBeUrl } from './setting-schemas.ts'

type Issue = { readonly path?: PropertyKey[]; readonly input?: unknown }

/** Error of a provider, named by its position in the list. */
const refuse = (complaint: string) => ({ error: ({ path = [] }: Issue) => `fournisseur ${Number(path[0]) + 1} : ${complaint}` })
/** Error of one field of a provider: the complaint follows the name of the field. */
const refuseField = (complaint: string) => ({ error: (issue: Issue) => refuse(`${String(issue.path?.[1])} ${complaint}`).error(issue) })

const requiredError = refuseField('est obligatoire.')
const notText = refuseField('est un texte.')
const notList = refuseField('est une liste de textes.')

const isNotBlank = must<string>((value) => value === '' || value.trim() !== '', notText)
const requiredString = z.string({ error: (issue) => ((issue.input ?? null) === null ? requiredError : notText).error(issue) }).check(
  isNotBlank,
  must((value) => value !== '', requiredError),
  z.trim(),
)
const optional = z.pipe(
  z.nullish(z.string(notText).check(isNotBlank, z.trim())),
  z.transform((value) => value || null),
)
const choice = <const T extends string>(choices: readonly T[]) => z.pipe(optional, z.nullable(z.enum(choices, refuseField(`vaut ${choices.join(', ')}.`))))
/** Path of a claim: `realm_access.roles`. */
const claimPath = z.pipe(
  optional,
  z.transform((value) => value?.split('.') ?? null),
)
const texts = (...checks: z.core.$ZodCheck<string>[]) =>
  z.pipe(
    z.nullish(z.array(z.string(notList).check(z.trim(), z.toLowerCase(), ...checks), notList)),
    z.transform((items) => items ?? []),
  )

const fields = {
  /** Name of the provider in addresses and in the database. */
  id: requiredString.check(must((id) => /^[a-z0-9-]{1,40}$/.test(id), refuse('id n’a que des minuscules sans accent, des chiffres et des tirets.'))),
  /** Text of its button, after « Se connecter avec ». */
  label: optional,
  /** Issuer identifier, as in the provider's discovery document. Not normalised: a final slash is part of an issuer's name. */
  issuer: requiredString.check(
    mustBeUrl('https:', 'http:'),
    must(isEncrypted, refuse('issuer commence par https:// (http:// n’est admis que sur cette machine).')),
  ),
  client_id: requiredString,
  client_secret: requiredString,
  profile: z.pipe(
    choice(['generic', 'proconnect']),
    z.transform((value) => value ?? 'generic'),
  ),
  /** Accepted signature algorithm of ID tokens. Asymmetric ones only: with a shared secret (`HS256`), either side could have signed. */
  algorithm: choice(['RS256', 'PS256', 'ES256', 'EdDSA']),
  scopes: optional,
  /** Path of the claim that lists the groups of a person; null: none. */
  groups_claim: claimPath,
  /** Prefix of the groups that create teams, named by the rest of the group's name. Null: groups only fill the teams that name them. */
  groups_prefix: optional,
  admin_claim: claimPath,
  admin_value: optional,
  /** Whether the e-mail address that the provider gives is taken as the person's: always, only when the provider says that it verified it, or never. */
  trusted_email: z.pipe(
    z.nullish(z.literal([true, false, 'verified'], refuseField('vaut true, false ou "verified".'))),
    z.transform((value) => (value === true ? 'always' : value || 'never')),
  ),
  /** SIRET numbers of the organisations whose staff may sign in; empty: all. */
  allowed_siret: texts(
    z.overwrite((siret) => siret.replaceAll(' ', '')),
    must((siret) => /^\d{14}$/.test(siret), refuse('allowed_siret : un SIRET a 14 chiffres.')),
  ),
  /** Domains of the e-mail addresses that may sign in; empty: all. */
  allowed_domains: texts(
    z.overwrite((domain) => domain.replace(/^@/, '')),
    must(isDomain, refuse('allowed_domains : domaines attendus, par exemple ["ville.fr"].')),
  ),
}

/** Default OAuth scopes. ProConnect's come from its documentation for service providers; `idp_id` tells which provider of the federation answered. */
const defaultScopes = { generic: 'openid profile email', proconnect: 'openid given_name usual_name email uid siret idp_id' }

const provider = z.pipe(
  z
    .strictObject(fields, {
      // A misspelt rule would be ignored, and sign-in would be open to more people than intended.
      error: (issue) =>
        refuse(
          issue.code === 'unrecognized_keys' ? `champ inconnu « ${issue.keys[0]} ». Champs admis : ${Object.keys(fields).join(', ')}.` : 'id est obligatoire.',
        ).error(issue),
    })
    .check(
      // An untrusted address proves no domain: no one could sign in.
      must(
        (item) => item.allowed_domains.length === 0 || item.trusted_email !== 'never',
        refuse('allowed_domains demande trusted_email (true ou "verified").'),
      ),
      must((item) => (item.admin_claim === null) === (item.admin_value === null), refuse('admin_claim et admin_value vont ensemble.')),
      must((item) => item.groups_prefix === null || item.groups_claim !== null, refuse('groups_prefix demande groups_claim.')),
      must((item) => item.label !== null || item.profile === 'proconnect', refuse('label est obligatoire.')),
    ),
  z.transform(({ admin_claim: claim, admin_value: value, ...item }) => ({
    ...item,
    label: item.label ?? 'ProConnect',
    algorithm: item.algorithm ?? (item.profile === 'proconnect' ? 'ES256' : 'RS256'),
    scopes: (item.scopes ?? defaultScopes[item.profile]).split(/\s+/),
    /** Rule that makes a person an administrator: the claim at this path holds this value. Null: no rule. */
    admin: claim === null || value === null ? null : { claim, value },
  })),
)

/** OpenID Connect provider at which people of this instance sign in. */
export type IdentityProvider = z.output<typeof provider>

const expectedShape =
  'liste JSON attendue, par exemple [{"id":"agglo","label":"l’agglomération","issuer":"https://identite.agglo.fr/realms/agents","client_id":"parvis","client_secret":"…"}].'

/** Identity providers, in the order of their buttons. */
export const identityProviders = jsonList(provider, expectedShape).check(
  must((providers) => duplicateId(providers) === undefined, {
    error: ({ input }) => `deux fournisseurs s’appellent « ${duplicateId(input as IdentityProvider[])} ».`,
  }),
)

function duplicateId(providers: IdentityProvider[]): string | undefined {
  return providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) !== index)?.id
}

/** Whether an issuer uses https. http is accepted only for a provider on this machine. */
function isEncrypted(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
