import type { Match } from '../matches.ts'

/** Prefixes of the keys that services issue, with the form of what follows. */
const issued = new RegExp(
  `^(?:${[
    'gh[pousr]_[A-Za-z\\d]{20,255}',
    'github_pat_\\w{20,255}',
    'gl(?:pat|ptt|rt|dt|soat|cbt)-[\\w-]{16,255}',
    'sk-(?:proj-|ant-|or-v1-)?[\\w-]{16,255}',
    '(?:sk|pk|rk)_(?:live|test)_[A-Za-z\\d]{10,255}',
    'whsec_[\\w+/=]{16,255}',
    'xox[abeoprs]-[\\w-]{10,255}',
    'xapp-[\\w-]{10,255}',
    '(?:AKIA|ASIA|ABIA|ACCA)[A-Z\\d]{16}',
    'AIza[\\w-]{35}',
    'ya29\\.[\\w-]{20,255}',
    'GOCSPX-[\\w-]{20,64}',
    'hf_[A-Za-z\\d]{20,64}',
    'npm_[A-Za-z\\d]{30,64}',
    'pypi-[\\w-]{30,255}',
    'SG\\.[\\w-]{16,64}\\.[\\w-]{16,64}',
    'do[op]_v1_[a-f\\d]{40,64}',
    'shp(?:at|ca|pa|ss)_[a-fA-F\\d]{32}',
    'hvs\\.[\\w-]{20,255}',
    'dapi[a-f\\d]{32}',
    'key-[a-f\\d]{32}',
    'eyJ[\\w-]{8,2000}\\.[\\w-]{8,4000}(?:\\.[\\w-]{4,2000})?',
    'AGE-SECRET-KEY-1[A-Z\\d]{50,60}',
    'r8_[A-Za-z\\d]{30,50}',
    'nvapi-[\\w-]{40,90}',
    'tskey-[\\w-]{16,90}',
  ].join('|')})`,
  'u',
)
const privateKey = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$(?![\s\S]))/g
const authorization = /\b(?:authorization|proxy-authorization)\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token|digest)\s{1,3}([\w.~+/=-]{8,4000})/gi
const bearer = /\bbearer\s{1,3}([\w.~+/=-]{16,4000})/gi
/** Password of an address, `scheme://user:password@host`. */
const inAddress = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/]{0,80}:([^\s@/]{1,200})@/gi
/** Words that announce a secret; what follows is read by `fieldTail`. */
const fieldWord =
  /mots? de passe|mot_de_passe|motdepasse|mdp|pass(?:word|wd|phrase|code)|\bpass\b|pwd|psw|secret|token|jeton|api[_ -]?key|(?:access|private)[_ -]?key|cl[ée]s?(?: d['e] ?| )?(?:api|acc[èe]s|secr[èe]te|wi-?fi|wep|wpa2?|chiffrement|licence)|codes? (?:secret|pin|puk|d'acc[èe]s|wi-?fi|confidentiel|de l'alarme|alarme|du digicode|digicode|de v[ée]rification)|digicode|credential/gi
const fieldTail = new RegExp(
  String.raw`s?(?:[_-][\p{L}\d]{1,20}){0,2}(?: (?:provisoire|temporaire|actuel|initial|wi-?fi|administrateur|admin|(?:de|du) [\p{L}\d'-]{1,20}(?: [\p{L}\d'-]{1,20})?))?["'*\x60]{0,3}\s{0,3}(?<sign>:|=>?|(?:est|sont|is|était|reste)(?: encore| toujours| bien)?(?: :)?)\s{0,3}["'«\x60*]{0,3} ?(?<value>[^\s"'»\x60,;|]{3,200})`,
  'iuy',
)
/** A value that follows the word without a sign: it must look like a password. */
const loose = /\b(?:mots? de passe|mdp|password|passwd|pwd|code (?:wi-?fi|pin|d'acc[èe]s|digicode)|digicode)\s{1,3}["'«`(]{0,2} ?([^\s"'»`,;|()]{4,80})/giu
/** Runs of signs long enough for a key. */
const longToken = /(?<![\w+/=.@-])[\w+/.-]{15,4000}={0,2}/g
const randomToken = /^[A-Za-z\d_+/-]{24,200}={0,2}$/
const placeholder =
  /^(?:\*+|x+|\.+|…|<.*>|\[.*\]?|\{.*\}?|\$\{?.*|null|undefined|true|false|none|oubli\p{L}*|perdu\p{L}*|expir\p{L}*|incorrect\p{L}*|invalide\p{L}*|obligatoire\p{L}*|requis\p{L}*|confidentiel\p{L}*|inconnu\p{L}*|[aà]|de|du|des|le|la|les|un|une|en|et|est|pour|par|sur|trop|mal|bien|plus|pas|que|qui|ne|il|elle|votre|mon|son)$/iu

/** Finds secrets of machines and people: issued keys, private keys, passwords after their label or in an address, long random tokens. */
export function findSecrets(text: string): Match[] {
  const found: Match[] = []
  const add = (start: number, value: string, confidence: number, reason: string) => {
    const end = start + value.replace(/[.)\]]+$/, (signs) => (/[([]/.test(value) ? signs : signs.replace(/[.)\]]/g, ''))).length
    if (end > start) found.push({ start, end, kind: 'secret', confidence, reason })
  }
  for (const { 0: token, index } of text.matchAll(longToken)) {
    const key = issued.exec(token)?.[0]
    if (key !== undefined) add(index, key, 0.98, 'secret.prefix')
    else if (randomToken.test(token) && text[index + token.length] !== '@' && isRandomToken(token) && !isInAddress(text, index))
      add(index, token, 0.7, 'secret.entropy')
  }
  if (text.includes('PRIVATE KEY'))
    for (const { 0: value, index } of text.matchAll(privateKey))
      found.push({ start: index, end: index + value.length, kind: 'secret', confidence: 1, reason: 'secret.private_key' })
  for (const pattern of [authorization, bearer])
    for (const match of text.matchAll(pattern)) add(match.index + match[0].length - match[1]!.length, match[1]!, 0.95, 'secret.authorization')
  if (text.includes('://')) for (const match of text.matchAll(inAddress)) found.push(lastGroup(match, match[0].length - 1, 0.97, 'secret.address'))
  for (const { 0: word, index } of text.matchAll(fieldWord)) {
    if (/[\p{L}\d]/u.test(text[index - 1] ?? '')) continue
    fieldTail.lastIndex = index + word.length
    const match = fieldTail.exec(text)
    if (!match) continue
    const { sign = '', value = '' } = match.groups!
    if (placeholder.test(value.replace(/[.!?)]+$/, '')) || /^https?:/i.test(value)) continue
    // After « est », a lower-case word alone is French, not a password.
    if (/^\p{L}/u.test(sign) && !looksRandom(value)) continue
    if (/^\p{L}[\p{Ll}-]+$/u.test(value) && /token|jeton|secret|code/i.test(word)) continue
    add(match.index + match[0].length - value.length, value, 0.9, 'secret.field')
  }
  for (const match of text.matchAll(loose))
    if (looksRandom(match[1]!)) add(match.index + match[0].length - match[1]!.length, match[1]!, 0.7, 'secret.near_label')
  return found
}

function lastGroup(match: RegExpExecArray, end: number, confidence: number, reason: string): Match {
  return { start: match.index + end - match[1]!.length, end: match.index + end, kind: 'secret', confidence, reason }
}

/** Whether a word has the mixture of a password: a digit with letters, or a sign within. */
const looksRandom = (value: string): boolean => {
  const bare = value.replace(/[.!?:)]+$/, '')
  return (/\d/.test(bare) && (/\p{L}/u.test(bare) || /^\d{4,8}$/.test(bare))) || /[^\s][#$%&*+=@^~_!?][^\s]/.test(bare)
}

/** Whether a long token mixes cases and digits with the entropy of random signs. */
function isRandomToken(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false
  const counts = new Map<string, number>()
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let entropy = 0
  for (const count of counts.values()) entropy -= (count / value.length) * Math.log2(count / value.length)
  const switches = value.match(/[a-z][A-Z\d]|[A-Z\d][a-z]|\d[A-Z]|[A-Z]\d/g)?.length ?? 0
  return entropy > 3.7 && switches >= value.length / 5
}

/** Whether the token is a part of the path of a web address. */
const isInAddress = (text: string, start: number): boolean => /https?:\/\/[^\s?]{0,300}$/.test(text.slice(Math.max(0, start - 310), start))
