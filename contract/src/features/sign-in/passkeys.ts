import * as z from 'zod/mini'
import { device, opaque, signedIn } from '../auth.ts'
import { id, idParams, messageAnswer, nullableTimestamp, password, requiredLine, timestamp } from '../../common.ts'
import { limits } from '../../limits.ts'
import { route } from '../../route.ts'

// The schemas follow WebAuthn, level 3, sections 5.1.8 to 5.1.10: what browsers produce and accept.

/** Base64url without padding. @param max in characters */
const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]*$/))
/** Credential id, 1,023 bytes at most (section 4), hence 1,364 characters. */
const credentialId = base64url(1_364)
const transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))
const publicKey = z.literal('public-key')
const credentialDescriptor = { type: publicKey, id: z.string(), transports: z.array(z.string()) }

const attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({ clientDataJSON: base64url(4_096), attestationObject: base64url(16_384), transports: z.optional(transports) }),
})
export type Attestation = z.infer<typeof attestation>

/** Response of a passkey to an authentication request. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(2_048),
    userHandle: z.optional(z.nullable(base64url(128))),
  }),
})
export type Assertion = z.infer<typeof assertion>

/** Six digits of a code application, or a recovery code, as typed: spaces, dashes and either case are accepted. */
export const code = z.string('Le code est obligatoire').check(z.minLength(1, 'Le code est obligatoire'), z.maxLength(40, 'Ce code est trop long'))

/** Proof of a second factor: a code or a passkey. One of them is required. */
export const secondFactorProof = { code: z.optional(code), passkey: z.optional(assertion) }

const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: z.array(z.object(credentialDescriptor)),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof requestOptions>

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  timeout: z.number(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number() })),
  excludeCredentials: z.array(z.object(credentialDescriptor)),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), requireResidentKey: z.literal(true), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof creationOptions>

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: nullableTimestamp,
  /** False for a passkey registered under an earlier host name: browsers do not offer it on the current one. */
  is_usable: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

const changes = ['/profile/security', '/auth/me'] as const

/** Passkeys (WebAuthn): credentials of a device or a password manager, used as a second factor or in place of the password. */
export const passkeys = {
  creation: route({
    method: 'POST',
    path: '/auth/passkeys/creation-options',
    beforeSecondFactor: true,
    access: 'user',
    changes: [],
    summary: 'Ce qu’il faut au navigateur pour faire une clé d’accès, avec le mot de passe ; vaut cinq minutes, une fois.',
    body: z.object({ password }),
    answer: creationOptions,
  }),
  add: route({
    method: 'POST',
    path: '/auth/passkeys',
    beforeSecondFactor: true,
    access: 'user',
    changes,
    status: 201,
    summary: 'Ajoute une clé d’accès à son compte ; la première de ses doubles authentifications donne dix codes de secours, une fois.',
    body: z.object({ name: requiredLine(limits.passkeyName, 'Donnez un nom à cette clé'), credential: attestation }),
    answer: z.object({ passkey, /** Empty when the account already had a second factor. */ recovery_codes: z.array(z.string()) }),
  }),
  request: route({
    method: 'POST',
    path: '/auth/passkeys/request-options',
    access: 'user',
    changes: [],
    summary: 'Ce qu’il faut au navigateur pour prouver une de ses clés d’accès, avant de retirer une double authentification.',
    answer: requestOptions,
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    access: 'user',
    changes,
    summary: 'Retire une clé d’accès de son compte, avec le mot de passe et un code ou une clé.',
    params: idParams,
    body: z.object({ password, ...secondFactorProof }),
    answer: messageAnswer,
  }),
  signInRequest: route({
    method: 'POST',
    path: '/auth/passkeys/sign-in-options',
    whenFull: true,
    access: 'public',
    summary: 'Ce qu’il faut au navigateur pour se connecter par une clé d’accès ; avec `challenge`, pour la double authentification qui achève une connexion.',
    body: z.object({ challenge: z.optional(opaque) }),
    answer: requestOptions,
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    whenFull: true,
    access: 'public',
    summary: 'Ouvre une session par une clé d’accès seule.',
    body: z.object({ credential: assertion, device }),
    answer: signedIn,
  }),
}
