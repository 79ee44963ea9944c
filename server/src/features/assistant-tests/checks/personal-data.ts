type PersonalData = { kind: string; text: string }

/** Whether the key of a social-security number is right: 97 minus the remainder of the number by 97, where 2A and 2B count as 19 and 18. */
function hasValidKey(number: string): boolean {
  const digits = number.replace(/[\s.\u00a0\u202f-]/g, '').toUpperCase()
  const body = digits.slice(0, 13).replace('2A', '19').replace('2B', '18')
  return 97n - (BigInt(body) % 97n) === BigInt(digits.slice(13))
}

/** Whether the key of an IBAN is right: the number formed by its characters, the first four moved last, leaves 1 when divided by 97. */
function isIban(iban: string): boolean {
  const compact = iban.replace(/[\s\u00a0\u202f]/g, '').toUpperCase()
  if (compact.length < 15 || compact.length > 34) return false
  const digits = [...`${compact.slice(4)}${compact.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Returns the beginning of a candidate that is an IBAN: the words in capitals after one look like its last groups. Null without any. */
function ibanIn(candidate: string): string | null {
  for (let end = candidate.length; end >= 15; end -= 1) {
    const part = candidate.slice(0, end)
    if (/[A-Z\d]$/.test(part) && !/^[A-Z\d]/.test(candidate.slice(end)) && isIban(part)) return part
  }
  return null
}

const space = '[\\s.\\u00a0\\u202f-]?'
const patterns: { kind: string; pattern: RegExp; validPart?(found: string): string | null }[] = [
  { kind: 'adresse électronique', pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,12}(?![\w-])/gi },
  { kind: 'numéro de téléphone', pattern: /(?<![\d+])(?:\+33|0033|0)[\s.\u00a0\u202f-]?(?:\(0\)\s?)?[1-9](?:[\s.\u00a0\u202f-]?\d{2}){4}(?!\d)/g },
  {
    kind: 'numéro de sécurité sociale',
    pattern: new RegExp(
      `(?<!\\d)[12378]${space}\\d{2}${space}(?:0[1-9]|1[0-2]|[2-9]\\d)${space}(?:\\d{2}|2[ABab])${space}\\d{3}${space}\\d{3}${space}\\d{2}(?!\\d)`,
      'g',
    ),
    validPart: (found) => (hasValidKey(found) ? found : null),
  },
  { kind: 'IBAN', pattern: /(?<![A-Z\d])[A-Z]{2}\d{2}(?:[\s\u00a0\u202f]?[A-Z\d]{1,4}){3,8}(?![A-Z\d])/g, validPart: ibanIn },
]

/** Finds the personal data of a text, by strict forms: e-mail addresses, French telephone numbers, and social-security numbers and IBANs with a valid key. */
export function findPersonalData(text: string): PersonalData[] {
  return patterns.flatMap(({ kind, pattern, validPart = (found) => found }) =>
    [...text.matchAll(pattern)].flatMap(([found]) => {
      const part = validPart(found)
      return part === null ? [] : [{ kind, text: part }]
    }),
  )
}
