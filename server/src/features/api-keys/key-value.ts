import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Number of random characters (256 bits), and of characters of the checksum. */
const randomLength = 43
const checksumLength = 6
/** Length of `api_key.prefix`: the mark, and six of the random characters. */
const prefixLength = 10

const pattern = new RegExp(`^prv_([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`)

/** CRC-32 of the random part, in base 62: tells a mistyped or invented key without a query, and a pasted one from any other word. */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  while (text.length < checksumLength) {
    text = alphabet[rest % alphabet.length]! + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

/** Draws the value of a key, `prv_` and 49 letters or digits, and its prefix. */
export function drawKey(): { value: string; prefix: string } {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const value = `prv_${random}${checksumOf(random)}`
  return { value, prefix: value.slice(0, prefixLength) }
}

/** Whether a text has the form of a key and its checksum. */
export function isKey(text: string): boolean {
  const [, random, checksum] = pattern.exec(text) ?? []
  return random !== undefined && checksumOf(random) === checksum
}

/** Returns the target of an audit event about a key. Its prefix names it, because the name given by its owner is private. */
export const auditedKey = ({ id, prefix }: { id: string; prefix: string }) => ({ id, name: `${prefix}…` })
