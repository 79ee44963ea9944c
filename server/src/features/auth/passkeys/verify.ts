import type { Assertion, Attestation } from '@parvis/contract'
import type { RelyingParty } from './challenges.ts'

// The library costs 28 MB and a quarter of a second: it is loaded on the first use of a passkey, which few installations see.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** ES256, EdDSA, RS256 (COSE identifiers): every device supports at least one. */
export const algorithms = [-7, -8, -257]

type NewKey = { credential_id: string; public_key: string; counter: number; transports: string[] }
type KnownKey = { credential_id: string; public_key: string }

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/**
 * Verifies a new passkey (WebAuthn, section 7.1): challenge, origin, relying party, presence and verification of the person. Null when anything is wrong.
 * Attestation certificates are refused: none is requested, and following one would send network requests to addresses chosen by a stranger.
 */
export async function readNewKey({ origin, rp_id }: RelyingParty, challenge: string, credential: Attestation): Promise<NewKey | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (!(await isWithoutCertificate(credential.response.attestationObject))) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    const key = registrationInfo?.credential
    if (key === undefined || key.id !== credential.id) return null
    const public_key = Buffer.from(key.publicKey).toString('base64url')
    return { credential_id: key.id, public_key, counter: key.counter, transports: credential.response.transports ?? [] }
  } catch {
    // The library's message names challenges and origins: it is not logged.
    return null
  }
}

async function isWithoutCertificate(attestation_object: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const decoded = decodeAttestationObject(bytes(attestation_object))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/**
 * Verifies a passkey signature (WebAuthn, section 7.2). Returns the signature counter, which the caller compares with the stored one; null when anything
 * is wrong.
 */
export async function readSignature({ origin, rp_id }: RelyingParty, challenge: string, key: KnownKey, credential: Assertion): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { clientDataJSON, authenticatorData, signature } = credential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      credential: { id: key.credential_id, publicKey: bytes(key.public_key), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
