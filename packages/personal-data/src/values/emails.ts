import type { Match } from '../matches.ts'

const localSign = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
const domain = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.){1,8}(?:xn--[a-z\d-]{2,60}|\p{L}{2,24})(?![\p{L}\p{N}])/iu
const spacedDomain = /^ ?[a-z\d](?:[a-z\d-]{0,62} ?\. ?){1,3}(?:fr|com|org|net|eu|bzh|re|info)(?![\p{L}\p{N}])/iu
const written =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}._+-]{1,64} ?[([{] ?(?:at|arobase|chez|a) ?[)\]}] ?(?:[\p{L}\p{N}-]{1,63}(?: ?\. ?| ?[([{] ?(?:dot|point|\.) ?[)\]}] ?)){1,4}\p{L}{2,24}(?![\p{L}\p{N}])/giu

const writtenSign = /[([{] ?(?:at|arobase|chez|a) ?[)\]}]/i

/** Finds e-mail addresses, those with « (at) » for « @ », and those that a scan has cut with spaces. */
export function findEmails(text: string): Match[] {
  const found: Match[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const tail = domain.exec(text.slice(at + 1, at + 260)) ?? spacedDomain.exec(text.slice(at + 1, at + 120))
    if (!tail) continue
    let start = at
    if (text[start - 1] === ' ' && !tail[0].startsWith(' ') && isSpacedLocal(text, at)) start--
    const floor = Math.max(0, start - 64)
    const from = start
    while (start > floor && localSign.test(text[start - 1]!)) start--
    // A quote, a bracket or a dot before the address is not a part of it; nor is what precedes a sign of a table or a link.
    while (start < from && /[.'!#$%&*/=?^`{|}~-]/.test(text[start]!)) start++
    const local = text.slice(start, from)
    start += Math.max(local.lastIndexOf('|'), local.lastIndexOf('='), local.lastIndexOf('/')) + 1
    if (start === from) continue
    found.push({ start, end: at + 1 + tail[0].length, kind: 'email', confidence: 0.99, reason: 'email.address' })
  }
  for (const { 0: value, index } of writtenSign.test(text) ? text.matchAll(written) : [])
    found.push({ start: index, end: index + value.length, kind: 'email', confidence: 0.8, reason: 'email.written' })
  return found
}

/** Whether the word before a lone « @ » is a local part: it has a dot, a digit or an underscore. */
const isSpacedLocal = (text: string, at: number): boolean => /[\p{L}\d]{1,30}[._\d][\p{L}\d]{1,30} $/u.test(text.slice(Math.max(0, at - 65), at))
