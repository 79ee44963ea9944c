import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { fingerprint } from '../keys.ts'

/**
 * Refresh token: the session's id and 256 secret bits, as one base64url text. Each rotation derives the next value from the previous one with the server's
 * key. So two tabs that present the same value receive the same next one although only hashes are stored, and a replayed value is recognised as an
 * ancestor of the current one.
 */
export type RefreshValue = { text: string; session_id: string; hash: string }

const idBytes = 16
const secretBytes = 32
/** Maximum number of rotations searched. A week of ordinary refreshes is under 700; the limit makes a forged value cheap to refuse. */
const maxRotationsSearched = 2_000

export function drawRefreshValue(): RefreshValue {
  return compose(randomUUID(), randomBytes(secretBytes))
}

/** Parses a refresh value; null for a text that cannot be one. */
export function readRefreshValue(text: string): RefreshValue | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== text) return null
  const hex = bytes.subarray(0, idBytes).toString('hex')
  const session_id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { text, session_id, hash: fingerprint(text) }
}

export function nextRefreshValue(secret: Uint8Array, value: RefreshValue): RefreshValue {
  return compose(value.session_id, createHmac('sha256', secret).update('parvis refresh\0').update(value.text).digest())
}

/** Returns the number of rotations since `value` was current: 0 if it still is, null if it never was within `rotations`. */
export function ageOf(secret: Uint8Array, value: RefreshValue, current_hash: string, rotations: number): number | null {
  let candidate = value
  for (let age = 0; age <= Math.min(rotations, maxRotationsSearched); age += 1) {
    if (candidate.hash === current_hash) return age
    candidate = nextRefreshValue(secret, candidate)
  }
  return null
}

function compose(session_id: string, secret: Buffer): RefreshValue {
  const text = Buffer.concat([Buffer.from(session_id.replaceAll('-', ''), 'hex'), secret]).toString('base64url')
  return { text, session_id, hash: fingerprint(text) }
}
