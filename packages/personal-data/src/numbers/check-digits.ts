/** Months of a NIR: real ones, and those given when the month of birth is unknown. */
const nirBody = /^[1-478]\d\d(?:0[1-9]|1[0-2]|[2-4]\d|[5-9]\d)(?:\d\d|2[AB])\d{6}$/

/** Whether thirteen characters have the form of a NIR: sex, year, month, department (2A and 2B for Corsica), commune, order. */
export function isNirBody(body: string): boolean {
  if (!nirBody.test(body)) return false
  const month = Number(body.slice(3, 5))
  const department = body.slice(5, 7)
  return month !== 0 && !(month > 12 && month < 20) && !(month > 42 && month < 50) && department !== '00' && department !== '96'
}

/** Returns the key of a NIR: 97 minus its thirteen digits modulo 97, with 19 for 2A and 18 for 2B. */
export function nirKey(body: string): number {
  const digits = body.replace('2A', '19').replace('2B', '18')
  return 97 - ((Number(digits.slice(0, 7)) * 1_000_000 + Number(digits.slice(7))) % 97)
}

/** Whether a number has a valid Luhn check digit. */
export function hasLuhnDigit(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** Whether thirteen digits are a French tax number: the last three are the first ten modulo 511. */
export const isTaxNumber = (digits: string): boolean => /^[0-3]\d{12}$/.test(digits) && Number(digits.slice(0, 10)) % 511 === Number(digits.slice(10))

/** Returns the remainder modulo 97 of an IBAN, its first four characters moved to its end; 1 when valid. */
export function ibanRemainder(iban: string): number {
  let remainder = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(sign, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/** Lengths of IBAN by country (SWIFT registry). */
export const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 ' +
    'GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NL18 NO15 ' +
    'OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 ' +
    'DZ26 BF28 BJ28 CF27 CG27 CI28 CM27 CV25 GA27 GQ27 GW25 IR26 KM27 MA28 MG27 ML28 MZ25 NE28 SN28 TD27 TG28'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Letters of a RIB as digits. */
const ribDigits = (text: string): string => text.replace(/[A-Z]/g, (letter) => '12345678912345678923456789'['ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(letter)]!)

/** Whether 23 characters are a French RIB: bank, branch, account of eleven characters, and key. */
export function isRib(rib: string): boolean {
  if (!/^\d{10}[\dA-Z]{11}\d{2}$/.test(rib)) return false
  let remainder = 0
  for (const digit of ribDigits(rib)) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 0
}
