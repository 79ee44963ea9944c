import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation, PasskeyCreation, PasskeyRequest } from '@parvis/contract'

/** Faults of a device, a browser or an attacker; values left out are correct. */
export type AuthenticatorFaults = {
  origin?: string
  rp_id?: string
  challenge?: string
  type?: string
  verified?: boolean
  present?: boolean
  counter?: number
  user_handle?: string
  /** Id of another credential. */
  id?: string
  /** Flips one bit of the signature. */
  tampered?: boolean
  attestation?: { fmt: string; attStmt: Record<string, Cbor> }
}

/** Software authenticator with one discoverable ES256 key (WebAuthn, level 3, section 6). */
export type SoftKey = {
  id: string
  attestation(options: PasskeyCreation, lies?: AuthenticatorFaults): Attestation
  assertion(options: PasskeyRequest, lies?: AuthenticatorFaults): Assertion
}

/** Creates a software authenticator. @param counts false: its signature counter stays 0, as on devices that share their keys */
export function softKey(origin: string, { counts = true }: { counts?: boolean } = {}): SoftKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  // COSE_Key (RFC 9053, section 7.1.1): EC2, ES256, P-256.
  const cose = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const id = randomBytes(16)
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string, lies: AuthenticatorFaults) =>
    Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin, crossOrigin: false }))

  function authenticatorData(lies: AuthenticatorFaults, attested: Buffer): Buffer {
    const flags = (lies.present === false ? 0 : 0x01) | (lies.verified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? (counts ? (counter += 1) : 0))
    return Buffer.concat([sha256(lies.rp_id ?? new URL(origin).hostname), Buffer.from([flags]), count, attested])
  }

  const common = (lies: AuthenticatorFaults) => ({
    id: lies.id ?? id.toString('base64url'),
    rawId: lies.id ?? id.toString('base64url'),
    type: 'public-key' as const,
  })

  return {
    id: id.toString('base64url'),
    attestation({ challenge, user }, lies = {}) {
      handle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = authenticatorData(lies, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      const { fmt, attStmt } = lies.attestation ?? { fmt: 'none', attStmt: {} }
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', fmt],
          ['attStmt', new Map(Object.entries(attStmt))],
          ['authData', authData],
        ]),
      )
      const clientDataJSON = clientData('webauthn.create', challenge, lies).toString('base64url')
      return { ...common(lies), response: { clientDataJSON, attestationObject: attestationObject.toString('base64url'), transports: ['internal'] } }
    },
    assertion({ challenge }, lies = {}) {
      const client = clientData('webauthn.get', challenge, lies)
      const data = authenticatorData(lies, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      if (lies.tampered) signature[signature.length - 1]! ^= 1
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...common(lies), response: { ...response, userHandle: lies.user_handle ?? handle } }
    },
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

type Cbor = number | string | Buffer | Cbor[] | Map<string, Cbor> | Map<number, Cbor>

/** Encodes in CBOR the few types that an authenticator writes here (RFC 8949, section 3). */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff])
}
