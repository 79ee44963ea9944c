import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Length of a step in seconds, and digits of a code: the values that every authenticator application supports (RFC 6238, section 4; RFC 4226, section
 * 5.3).
 */
const stepSeconds = 30
const digits = 6
/** Number of steps accepted before and after the current one: half a minute of clock skew (RFC 6238, section 5.2). */
const window = 1

/** Generates 160 bits, as RFC 4226 recommends (section 4, R6). */
export const drawKey = (): Buffer => randomBytes(20)

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds)

/** Computes the code of a step: HMAC-SHA-1 and dynamic truncation (RFC 4226, section 5.3). */
export function codeOf(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.at(-1)! & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Returns the accepted step to which a code belongs, or null. Compares all steps, in constant time. */
export function findStep(key: Uint8Array, code: string, now: Date): number | null {
  const currentStep = stepAt(now)
  let matchedStep: number | null = null
  for (let step = currentStep - window; step <= currentStep + window; step += 1) {
    const expectedCode = Buffer.from(codeOf(key, step))
    const givenCode = Buffer.from(code)
    if (givenCode.length === expectedCode.length && timingSafeEqual(givenCode, expectedCode)) matchedStep = step
  }
  return matchedStep
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes in base 32 without padding (RFC 4648, section 6), the form in which a key is typed. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((part) => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)]).join('')
}

/** Returns the `otpauth:` URI that the QR code contains (« Key Uri Format », which authenticator applications share). */
export function keyUri(key: Uint8Array, username: string): string {
  const label = `Parvis:${username}`
  return `otpauth://totp/${encodeURIComponent(label)}?${new URLSearchParams({ secret: base32(key), issuer: 'Parvis' })}`
}
