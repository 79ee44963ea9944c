import { createHmac } from 'node:crypto'

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Computes the code that an authenticator application shows for a key.
 * @param steps number of 30-second periods from now
 */
export function codeFor(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = (mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7f_ff_ff_ff) % 1_000_000
  return String(number).padStart(6, '0')
}
