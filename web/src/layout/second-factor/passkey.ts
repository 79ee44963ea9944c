import type { Assertion, Attestation, PasskeyCreation, PasskeyRequest } from '@parvis/contract'
import { sentenceOf } from '../../api/transport/api-error.ts'

/** Thrown when the device created or used no passkey. `message` is a French sentence for the user. */
class PasskeyError extends Error {}

/**
 * Whether this page can use passkeys: at the origin where the installation has them, in a browser that converts them from and to JSON (Firefox 119, Chrome
 * 129, Safari 18.4). @param origin `ways_in.passkeys`
 */
export const canUsePasskeys = (origin: string | null | undefined): boolean =>
  origin === location.origin && typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Sentence on why this page cannot use passkeys. */
export function passkeyUnavailableReason(origin: string | null): string {
  if (origin === null) return 'Les clés d’accès ne servent pas ici\u00a0: elles demandent que Parvis ait un nom pour adresse, en https://.'
  if (origin !== location.origin) return `Les clés d’accès ne servent qu’à l’adresse ${origin}.`
  return 'Ce navigateur ne permet pas les clés d’accès.'
}

/** Has the device create a passkey. @throws {PasskeyError} */
export const createPasskey = (options: PasskeyCreation): Promise<Attestation> =>
  runCeremony(async () => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }))

/** Has the device sign with a passkey. @throws {PasskeyError} */
export const signWithPasskey = (options: PasskeyRequest): Promise<Assertion> =>
  runCeremony(async () => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }))

async function runCeremony<T>(ask: () => Promise<Credential | null>): Promise<T> {
  try {
    return ((await ask()) as PublicKeyCredential).toJSON() as T
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    throw new PasskeyError(sentences[name] ?? 'Votre navigateur n’a pas pu se servir d’une clé d’accès.', { cause: error })
  }
}

/**
 * Messages by WebAuthn error name (sections 5.1.3 and 5.1.4). On purpose, the standard gives one name to a cancellation, a device without the passkey and
 * a timeout.
 */
const sentences: Record<string, string> = {
  NotAllowedError: 'Aucune clé d’accès n’a été présentée. Recommencez quand vous voulez.',
  InvalidStateError: 'Cet appareil a déjà une clé d’accès pour votre compte.',
}

/** Message of an error, as `sentenceOf`, or of a `PasskeyError`. */
export const passkeySentence = (error: unknown, fallback: string): string => (error instanceof PasskeyError ? error.message : sentenceOf(error, fallback))
