import { createHash, randomBytes } from 'node:crypto'

/** The form under which names and addresses are compared: what looks alike in another case or width is the same account. */
export function accountKey(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** SHA-256, hexadecimal: how secrets drawn at random are kept. Never for passwords. */
export function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

/** 256 bits drawn at random: what opens a mailed link, or what nobody is to know. */
export const drawSecret = (): string => randomBytes(32).toString('base64url')
