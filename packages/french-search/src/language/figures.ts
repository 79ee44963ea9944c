/** Uniform spelling of figures, which people and documents write in several ways. All patterns are for normalised text. */

/** Pattern of numbers with separated thousands or a decimal comma: « 12 500 », « 12.500,50 », « 3,5 ». */
export const NUMBER = String.raw`\d{1,3}(?:[ .]\d{3})+(?:,\d+)?|\d+,\d+`

/** Removes thousands separators and final zeros: « 12 500,50 », « 12500,5 » → 12500,5; « 30 000,00 » → 30000. */
export const plainNumber = (number: string): string => {
  const [integerPart = '', decimals = ''] = number.replace(/[ .]/g, '').split(',')
  const significant = decimals.replace(/0+$/, '')
  return significant === '' ? integerPart : `${integerPart},${significant}`
}

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')
const NUMERIC_DATE = /(?<![\d/.-])(0?[1-9]|[12]\d|3[01])([/.])(0?[1-9]|1[0-2])\2((?:19|20)\d{2})(?![\d/-])/g
const FIRST_OF_MONTH = new RegExp(String.raw`(?<![\p{L}\p{N},.])(?:0?1|1er|premier) (?=(?:${MONTHS.join('|')}|fevrier|aout|decembre)(?!\p{L}))`, 'gu')
const dateInWords = (_: string, day: string, _mark: string, month: string, year: string): string => `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`

/** Pattern of an abbreviated article: « art. L. 2121-29 », « art 12 », but not « l'art a 20 ans ». */
const SHORT_ARTICLE = /(?<![\p{L}\p{N}]|d')art(?:\. ?(?=(?:(?:l\.? ?o|[lrda])[.* ]{0,3})?\d)| (?=(?:(?:l\.? ?o|[lrd])[.* ]{0,3}|a[.*]? ?(?<!a ))?\d))/gu

/** Pattern of hours: « 1607h », « 8h30 ». « 8h00 » becomes « 8h ». */
const HOURS = /(?<=(?<!\d)\d{1,5}) ?h(?: ?(?:00|(\d{2})))?(?![\p{L}\p{N}])/gu
const hoursInWords = (_: string, minutes: string | undefined): string => ` heures ${minutes ?? ''}`
/** Pattern of a zero before an hour: « 08h » becomes « 8h ». */
const LEADING_ZERO_HOUR = /(?<![\p{L}\p{N}.,/-])0(?=\d ?h(?: ?\d{2})?(?![\p{L}\p{N}]))/gu

/** Pattern of a decimal point: « 3.5 % », « 12.50 € ». In « 1.200 € » the point separates thousands. */
const DECIMAL_DOT = /(?<=\d)[.](?=\d+ ?%|(?:(?<=(?<!\d)0\.)|(?!\d{3}(?!\d)))\d+ ?(?:€|euros?(?!\p{L})|millions?|milliards?))/gu

/** Pattern of a list of articles: « articles 12, 13 et 14 ». */
const SEVERAL_ARTICLES = /(?<![\p{L}\p{N}])articles (\d{1,4}(?:-\d{1,3}){0,3}(?:(?: ?, ?| et | ou )\d{1,4}(?:-\d{1,3}){0,3}){1,20})(?![\p{L}\p{N}-])/gu
const eachArticle = (_: string, list: string): string =>
  list
    .split(/ ?, ?| et | ou /)
    .map((number) => `article ${number}`)
    .join(' ')

/** Spells dates, ordinals, measures and articles in one way: « 35h » and « 35 heures », « art. 12 » and « article 12 ». */
export const spellFigures = (text: string): string =>
  // « premier mai » contains no digit, but becomes « 1er mai ».
  /\d|premier /.test(text)
    ? text
        .replace(NUMERIC_DATE, dateInWords)
        .replace(FIRST_OF_MONTH, '1er ')
        .replace(SHORT_ARTICLE, 'article ')
        .replace(SEVERAL_ARTICLES, eachArticle)
        .replace(LEADING_ZERO_HOUR, '')
        .replace(HOURS, hoursInWords)
        .replace(/(?<=\d) ?(?<unit>k?m|cm|dm|mm)[²2](?![\p{L}\p{N}])/gu, ' $<unit>2')
        .replace(/(?<![\p{L}\p{N},.])1(?:ere|ère|re)(?![\p{L}\p{N}])/gu, 'première')
        .replace(/(?<![\p{L}\p{N},.]|articles? )1er(?! (?:janv|f[eé]v|mars|avr|mai|jui|ao[uû]|sept|oct|nov|d[eé]c))(?![\p{L}\p{N}])/gu, 'premier')
        .replace(/(?<=(?<![\p{L}\p{N}])\d{1,2})(?:ième|ieme|ème|eme)(?![\p{L}\p{N}])/gu, 'e')
        .replace(DECIMAL_DOT, ',')
    : text
