import type { Assertion, Attestation } from '@parvis/contract'
import type { Place } from './place.ts'

// The library costs 28 MB and a quarter of a second: it is read at the first key that is shown, which few installations see.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** ES256, EdDSA, RS256 (COSE): what every device knows one of. */
export const algorithms = [-7, -8, -257]

type NewKey = { credential_id: string; public_key: string; counter: number; transports: string[] }
type KnownKey = { credential_id: string; public_key: string }

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/**
 * Reads a key that was just made (WebAuthn, section 7.1): its challenge, origin, name, presence and verification of the person. Null when
 * anything is not as it should be. No certificate of its maker is looked at: none is asked for, and to follow one would be to ask the network
 * for what a stranger writes.
 */
export async function readNewKey({ origin, rp_id }: Place, challenge: string, credential: Attestation): Promise<NewKey | null> {
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
    // What the library says names challenges and origins: it goes to no log.
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
 * Checks what a key has signed (WebAuthn, section 7.2). Answers its counter of signatures, whose order the caller looks at; null when
 * anything is not as it should be.
 */
export async function readSignature({ origin, rp_id }: Place, challenge: string, key: KnownKey, credential: Assertion): Promise<number | null> {
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
