/** Section of a number format: it applies to some of the numbers. */
type FormatSection = {
  /** Whether the section applies to this number. */
  isFor(value: number): boolean
  /** Whether the section is only for negative numbers, and so writes their sign itself. */
  isNegative: boolean
  before: string
  after: string
  /** Digit placeholders and the texts between them. A text begins with a quotation mark: “0", “#”, “"-”. */
  digits: readonly string[]
  /** Factor that the number is multiplied by. */
  factor: number
  /** Whether thousands are separated. */
  isGrouped: boolean
  /** Whether digits have fixed positions, as in a postcode or a telephone number. */
  isCode: boolean
  /** Exponent of scientific notation, « 1,5E+06 », if any. */
  exponent: Exponent | null
}

/** Format of an exponent. `digits`: minimum number of its digits. `places`: number of digits of the mantissa before the decimal point. */
type Exponent = { isSigned: boolean; digits: number; integerDigits: number }

/** A number format: up to three sections, for positive numbers, negative numbers and zero. */
export type NumberFormat = readonly FormatSection[]

const SPACE = String.raw`(?:\\?[ \u00A0\u202F]|"[ \u00A0\u202F]")`
const SPACED_THOUSANDS = new RegExp(`#(?:${SPACE}###)*${SPACE}##0`, 'g')
const TOKENS = /\[[^\]]*\]|"[^"]*"?|\\[^]|[_*][^]|general|standard|E[+-]|[^]/gi

/** Parses a format code into sections. Empty when the format displays numbers as they are. */
export function readNumberFormat(code: string): NumberFormat {
  const normalisedCode = code.replace(SPACED_THOUSANDS, (thousands) => thousands.replace(new RegExp(SPACE, 'g'), ','))
  const codes: string[][] = [[]]
  for (const [token] of normalisedCode.matchAll(TOKENS)) {
    if (token === ';') codes.push([])
    else codes.at(-1)!.push(token)
  }
  // A section for texts displays no number.
  const sections = codes.filter((tokens) => !tokens.includes('@')).slice(0, 3)
  const hasConditions = sections.some((tokens) => tokens.some((token) => CONDITION.test(token)))
  const read = sections.map((tokens, index) => readSection(tokens, rangeOfSection(index, sections.length, hasConditions)))
  return read.every((section) => isPlain(section)) ? [] : read
}

const isPlain = ({ before: ownPrefix, after, factor, isCode, exponent }: FormatSection, before = ownPrefix): boolean =>
  before === '' && after === '' && factor === 1 && !isCode && exponent === null

const CONDITION = /^\[(<=|>=|<>|<|>|=)\s*(-?[\d.]+)\]$/

type SectionRange = Pick<FormatSection, 'isFor' | 'isNegative'>

/**
 * Range of numbers to which a section of a number format applies, by the position of the section, when it has no condition of its own. The second of three sections is always for negative numbers, even beside
 * conditions.
 */
function rangeOfSection(index: number, count: number, hasConditions: boolean): SectionRange {
  if (count === 3 && index === 1) return { isFor: isBelow, isNegative: true }
  if (hasConditions || count === 1 || index === 2) return { isFor: isAny, isNegative: false }
  if (index === 0) return { isFor: count === 3 ? isAbove : isNotBelow, isNegative: false }
  return { isFor: isAny, isNegative: true }
}

function readSection(tokens: readonly string[], { isFor, isNegative }: SectionRange): FormatSection {
  let factor = 1
  const parts: string[] = []
  for (const token of tokens) {
    const condition = CONDITION.exec(token)
    if (condition) {
      isFor = conditionOf(condition[1]!, Number(condition[2]))
      isNegative = condition[1]!.startsWith('<') && Number(condition[2]) <= 0
    } else if (token.startsWith('[')) parts.push(`"${/^\[\$([^-\]]*)/.exec(token)?.[1] ?? ''}`)
    else if (token.startsWith('"')) parts.push(`"${token.replaceAll('"', '')}`)
    else if (token.startsWith('\\')) parts.push(`"${token.slice(1)}`)
    else if (/^(?:general|standard)$/i.test(token)) parts.push('#')
    else if (/^(?:[0#?.,]|E[+-])$/i.test(token)) parts.push(token)
    // `_` and `*` (space as wide as a sign, fill character) hide the next character. French Excel reserves the width of « € » this way.
    else if (!/^[_*]/.test(token)) {
      if (token === '%') factor *= 100
      parts.push(`"${token}`)
    }
  }
  const first = parts.findIndex(isDigitPlaceholder)
  const last = parts.findLastIndex(isDigitPlaceholder)
  const end = parts.findIndex((part, index) => index > last && part !== ',')
  const whole = parts.slice(first, last + 1).join('\n')
  const thousands = (end === -1 ? parts.length : end) - last - 1 + (/(?:\n,)+(?=\n\.)/.exec(whole)?.[0].length ?? 0) / 2
  if (first >= 0) factor /= 1000 ** thousands
  const texts = { before: textOf(first < 0 ? parts : parts.slice(0, first)).trimStart(), after: first < 0 ? '' : textOf(parts.slice(last + 1)).trimEnd() }
  const { before, after } = texts.before.trim() === '€' ? { before: '', after: `€${texts.after}` } : texts
  const digits = first < 0 ? [] : parts.slice(first, last + 1)
  return {
    isFor,
    isNegative,
    before,
    // A space separates the unit from the number.
    after: after.replace(/^(?:(?:[kKM]|Md)?€|%)/, ' $&'),
    digits,
    factor,
    isGrouped: /[0#?]\n,\n[0#?]/.test(whole) || /[€%]/.test(before + after),
    isCode: hasFixedPositions(digits),
    exponent: exponentOf(digits),
  }
}

const isAny = () => true
const isAbove = (value: number) => value > 0
const isBelow = (value: number) => value < 0
const isNotBelow = (value: number) => value >= 0

function conditionOf(sign: string, bound: number): FormatSection['isFor'] {
  const signs: Record<string, FormatSection['isFor']> = {
    '<': (value) => value < bound,
    '<=': (value) => value <= bound,
    '>': (value) => value > bound,
    '>=': (value) => value >= bound,
    '=': (value) => value === bound,
    '<>': (value) => value !== bound,
  }
  return signs[sign]!
}

const isDigitPlaceholder = (part: string): boolean => /^[0#?]$/.test(part)
const textOf = (parts: readonly string[]): string =>
  parts
    .filter((part) => part.startsWith('"'))
    .map((part) => part.slice(1))
    .join('')
    .replace(/\s+/g, ' ')

/** Whether a format is a code with fixed digit positions, such as a postcode or a SIRET. Amounts have a single 0, decimals or a fraction. */
const hasFixedPositions = (digits: readonly string[]): boolean =>
  !digits.some((part) => part === '.' || part === '"/' || /^E/i.test(part)) &&
  (digits.filter((part) => part === '0').length > 1 || digits.some((part) => part.startsWith('"')))

function exponentOf(digits: readonly string[]): Exponent | null {
  const index = digits.findIndex((part) => /^E[+-]$/i.test(part))
  if (index < 0) return null
  const point = digits.indexOf('.')
  const places = digits.slice(0, point < 0 ? index : Math.min(point, index)).filter(isDigitPlaceholder).length
  return { isSigned: digits[index]!.endsWith('+'), digits: digits.slice(index + 1).filter(isDigitPlaceholder).length, integerDigits: Math.max(places, 1) }
}

/** Formats a number of 0 or more in scientific notation, with all the decimals of the mantissa. */
function withExponent(size: number, { isSigned, digits, integerDigits }: Exponent): string {
  const power = size === 0 ? 0 : Math.floor(Math.log10(size) / integerDigits + 1e-12) * integerDigits
  const mantissa = Number((size / 10 ** power).toPrecision(12))
  const sign = power < 0 ? '-' : isSigned ? '+' : ''
  return `${FRENCH.format(mantissa)}E${sign}${String(Math.abs(power)).padStart(digits, '0')}`
}

const FRENCH = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 6 })

/** Formats a number for a French reader. Stored decimals are all kept, even those that the format hides. */
export function formatSheetNumber(value: string, number: number, format: NumberFormat): string {
  const first = format[0]
  if (!first) return formatPlain(value, number)
  const usualSection = format.length === 1 ? first : (format.find((section) => !section.isNegative && section.digits.length > 0) ?? first)
  let section = format.length === 1 ? first : (format.find(({ isFor }) => isFor(number)) ?? usualSection)
  if (section.digits.length === 0 && (lettersOf(section) || symbolsOf(section))) return section.before.trim()
  let sign = number < 0 ? '-' : ''
  let { before } = section
  if (section.isNegative && lettersOf(section) && lettersOf(section) !== lettersOf(usualSection)) sign = ''
  // Where red, brackets or a dash replace the sign or the zero, the sign or the zero is written.
  else if (number === 0 && !section.digits.includes('0')) {
    section = usualSection
    before = usualSection.before.replace(SYMBOLS, '')
  } else if (section.isNegative && lettersOf(section) === lettersOf(usualSection) && symbolsOf(section) === symbolsOf(usualSection)) {
    section = usualSection
    before = usualSection.before
  }
  // Zero has no sign, and the sign of other numbers is added below.
  if (sign || number === 0) before = before.replace(SIGNS, '')
  if (isPlain(section, before)) return formatPlain(value, number)
  return `${before}${sign}${digitsOf(Math.abs(number), section)}${section.after}`.trim()
}

/** Formats a number without format. Integers keep their stored form, because they are often codes, years or postcodes and are searched as typed. */
function formatPlain(value: string, number: number): string {
  // Some programs store integers as 5.0 or 1.2E7.
  if (Number.isInteger(number)) return /^-?\d+$/.test(value) ? value : String(number)
  return Math.abs(number) < 1e-6
    ? `${number < 0 ? '-' : ''}${withExponent(Math.abs(number), { isSigned: true, digits: 2, integerDigits: 1 })}`
    : FRENCH.format(number)
}

/** Pattern of arrows, triangles and pictures, which may distinguish positive numbers from others. The typographic minus sign is excluded. */
const SYMBOL = String.raw`[\u2190-\u2211\u2213-\u2BFF\u{1F000}-\u{1FAFF}]`
const SYMBOLS = new RegExp(String.raw`${SYMBOL}\s*`, 'gu')
/** Pattern of a sign that the format itself writes, at the start or next to the digits. */
const SIGNS = new RegExp(String.raw`^[-+\u2212]\s*|\+\s*$|(?<=\s|${SYMBOL})[-\u2212]\s*$`, 'gu')

const lettersOf = ({ before, after }: FormatSection): string => (before + after).replace(/\P{L}/gu, '')
const symbolsOf = ({ before, after }: FormatSection): string => [...(before + after).matchAll(SYMBOLS)].join('')

function digitsOf(size: number, { digits, factor, isGrouped, isCode, exponent }: FormatSection): string {
  if (exponent) return withExponent(size * factor, exponent)
  if (isGrouped && !isCode) return FRENCH.format(size * factor)
  // 15 digits is the precision of spreadsheets: 0.07 times 100 is 7.
  const number = factor === 1 ? size : Number((size * factor).toPrecision(15))
  if (!Number.isSafeInteger(number)) return FRENCH.format(number)
  return isCode ? fillPositions(String(number), digits) : String(number)
}

/** Puts digits in fixed positions, from the last one. The first position takes all remaining digits. */
function fillPositions(number: string, places: readonly string[]): string {
  const firstZero = places.indexOf('0')
  let remainingDigits = number
  let text = ''
  for (let index = places.length - 1; index >= 0; index--) {
    const place = places[index]!
    if (place === ',') continue
    if (place.startsWith('"')) {
      if (remainingDigits !== '' || (firstZero >= 0 && firstZero < index)) text = place.slice(1) + text
      continue
    }
    const digits = index === 0 ? remainingDigits : remainingDigits.slice(-1)
    text = (digits || (place === '0' ? '0' : '')) + text
    remainingDigits = remainingDigits.slice(0, remainingDigits.length - digits.length)
  }
  return text
}
