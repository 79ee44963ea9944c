import { randomInt } from 'node:crypto'

/** Alphabet without look-alike letters and digits. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 5

/** Draws 20 characters among 31 (about 99 bits), in groups that can be copied by hand. Shown once, and to be changed at the first sign-in. */
export function drawPassword(): string {
  const letter = () => readable[randomInt(readable.length)]
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, letter).join('')).join('-')
}
