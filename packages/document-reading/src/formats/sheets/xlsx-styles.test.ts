import { expect, test } from 'vitest'
import { openZip } from '../../containers/zip.ts'
import { DEFAULT_LIMITS } from '../../limits.ts'
import { makeZip } from '../../testing/office-fixtures.ts'
import { formatCell, readXlsxStyles, styleOfFormat } from './xlsx-styles.ts'

const shown = (code: string, value: number, id = 164) => formatCell(String(value), styleOfFormat(id, code))

test('a number under the thousands separator of French Excel is no amount in euros', () => {
  const thousands = String.raw`_-* #,##0.00\ _€_-;\-* #,##0.00\ _€_-;_-* "-"??\ _€_-;_-@_-`
  expect(shown(thousands, 1234.5)).toBe('1\u202F234,5')
  expect(shown(thousands, 812, 43)).toBe('812')
  expect(shown(thousands.replaceAll('_€', '"€"'), 1234.5)).toBe('1\u202F234,5 €')
  expect(shown('#,##0.00\\ [$€-40C]', 12)).toBe('12 €')
  expect(shown('0"€"', 12)).toBe('12 €')
})

test.each([
  ['# ##0 "k€"', 350, '350 k€'],
  ['# ##0 "k€"', 1350, '1\u202F350 k€'],
  ['#,##0.00 "M€"', -1234.5, '-1\u202F234,5 M€'],
  ['0.0"M€"', 12.5, '12,5 M€'],
  ['0"K€"', 12, '12 K€'],
  ['0.0"Md€"', 1.5, '1,5 Md€'],
  ['0.0" €/m²"', 2.15, '2,15 €/m²'],
  ['0 "HT"', 1200, '1200 HT'],
  ['General" km"', 1.5, '1,5 km'],
  ['[$CHF-100C] #,##0.00', 5, 'CHF 5'],
  ['"N° "0', 2024, 'N° 2024'],
])('the unit of %s stands beside %s', (code, value, text) => expect(shown(code, value)).toBe(text))

test.each([
  ['#,##0, "k€"', 350_400, '350,4 k€'],
  ['0.0,,"M€"', 12_500_000, '12,5 M€'],
  ['0,,.0" M€"', 12_500_000, '12,5 M€'],
  ['#,##0,', 1_001_000, '1\u202F001'],
  ['0%', 0.07, '7 %'],
  ['0.0"%"', 5.5, '5,5 %'],
])('%s makes less or more of %s', (code, value, text) => expect(shown(code, value)).toBe(text))

test.each([
  ['00000', 1000, '01000'],
  ['00000', 34_172, '34172'],
  ['00000000000000', 1_234_567_890_123, '01234567890123'],
  ['0#" "##" "##" "##" "##', 467_347_000, '04 67 34 70 00'],
  ['### ### ### #####', 21_340_172_201_787, '213 401 722 01787'],
  ['0"h"00', 1230, '12h30'],
  ['0', 2024, '2024'],
  ['0.00', 5, '5'],
  ['0.00E+00', 12_345, '1,2345E+04'],
  ['0.0E+0', -0.00042, '-4,2E-4'],
  ['##0.0E+0', 45_600, '45,6E+3'],
  ['General', 0.000_000_12, '1,2E-07'],
  ['', 34_172, '34172'],
])('the digits under %s are those of %s', (code, value, text) => expect(shown(code, value)).toBe(text))

const all = (code: string, ...values: number[]) => values.map((value) => shown(code, value))

test('each section of a format is for its numbers, and a negative one is told', () => {
  expect(all('#,##0 "€";[Red]#,##0 "€"', 5, -5, 0)).toEqual(['5 €', '-5 €', '0 €'])
  expect(all('#,##0_);(#,##0)', 1234, -1234)).toEqual(['1234', '-1234'])
  expect(all('#,##0.0 "k€";(#,##0.0 "k€");"-" "k€"', 5, -5, 0)).toEqual(['5 k€', '-5 k€', '- k€'])
  expect(all('_-* #,##0 "€"_-;-* #,##0 "€"_-;_-* "-"?? "€"_-;_-@_-', 5, -5, 0)).toEqual(['5 €', '-5 €', '0 €'])
  expect(all('0 "en plus";0 "en moins";"stable"', 3, -3, 0)).toEqual(['3 en plus', '3 en moins', 'stable'])
  expect(all('+0.0%;-0.0%;0.0%', 0.12, -0.12, 0)).toEqual(['+12 %', '-12 %', '0 %'])
  expect(all('[>=1000000]0.0,, "M€";[>=1000]0, "k€";0 "€"', 2_500_000, 3_500, 12)).toEqual(['2,5 M€', '3,5 k€', '12 €'])
  expect(all('0;;', 3, -3, 0)).toEqual(['3', '-3', '0'])
  expect(all(';;;', 3, -3)).toEqual(['3', '-3'])
})

test('a negative number has one sign, whatever section it is shown by', () => {
  expect(all('[Red][<0]-#,##0;[Blue]#,##0', 1234, -1234, -1234.5)).toEqual(['1234', '-1234', '-1\u202F234,5'])
  expect(all('[<0]-#,##0 "€";#,##0 "€"', 1234, -1234)).toEqual(['1\u202F234 €', '-1\u202F234 €'])
  expect(all('[Red][<0]-#,##0.00;[Blue][>0]#,##0.00;0', -1234.5, 0)).toEqual(['-1\u202F234,5', '0'])
  expect(all('[>=0]#,##0 "€";[Red]-#,##0 "€"', 5, -5)).toEqual(['5 €', '-5 €'])
  expect(all('0 "HT";[Red]0', 5, -5)).toEqual(['5 HT', '-5'])
})

test('a number never has the symbol of those of the other sign', () => {
  expect(all('[Green]"▲" 0.0%;[Red]"▼" 0.0%;"=" 0%', 0.05, -0.05, 0)).toEqual(['▲ 5 %', '▼ -5 %', '= 0 %'])
  expect(all('"↑ "0;"↓ "0', 5, -5)).toEqual(['↑ 5', '↓ -5'])
  expect(all('"▲ "0;"▼ "-0;"-"', 5, -5, 0)).toEqual(['▲ 5', '▼ -5', '0'])
  expect(all('[=1]"✔";[=0]"✘"', 1, 0)).toEqual(['✔', '✘'])
})

test('a nought has no sign', () => {
  expect(all('[=0]"-";#,##0', 0, 5, -5)).toEqual(['0', '5', '-5'])
  expect(all('[=0]"- ";#,##0 "€"', 0, 5)).toEqual(['0 €', '5 €'])
  expect(all('+# ##0;-# ##0;-', 5, -5, 0)).toEqual(['+5', '-5', '0'])
  expect(all('[=0]"-";[Red]-#,##0;#,##0', 0, 5, -5)).toEqual(['0', '5', '-5'])
})

test('the cell formats that show numbers alike are read once', async () => {
  const xf = '<xf numFmtId="164"/>'
  const formats = '<numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>'
  const zip = await openZip(makeZip({ 'xl/styles.xml': `<styleSheet>${formats}<cellXfs>${xf}<xf numFmtId="14"/>${xf}</cellXfs></styleSheet>` }), DEFAULT_LIMITS)
  const [first, date, last] = await readXlsxStyles(zip, 100)
  expect(formatCell('45352', date!)).toBe('01/03/2024')
  expect(last).toBe(first)
})

test('a time that goes on past a day is a number of hours, not a date', () => {
  expect(shown('[h]:mm', 35.5 / 24)).toBe('35:30')
  expect(shown('', 1607 / 24, 46)).toBe('1607:00')
  expect(shown('[hh]:mm:ss', 1 / 1440 + 5 / 86_400)).toBe('0:01:05')
  expect(shown('[h]:mm;@', -0.25)).toBe('-6:00')
  expect(shown('[h]:mm', 1e300)).toBe('1e+300')
})

test.each<[string, number, string, number?]>([
  ['# ?/?', 0.5, '1/2'],
  ['# ??/??', 12.75, '12 3/4'],
  ['#\\ ?/?', -1.25, '-1 1/4'],
  ['?/?', 1.5, '3/2'],
  ['# ?/4', 2.5, '2 2/4'],
  ['#" "?/?', 0.75, '3/4'],
  ['# ?/?" page"', 2.5, '2 1/2 page'],
  ['# ?/?', 3, '3'],
  ['# ?/?', 0.333333333333333, '1/3'],
  ['# ?/?', 0.1, '0,1'],
  ['# ?/?', 0.123, '0,123'],
  ['', 0.25, '1/4', 12],
  ['', 12.75, '12 3/4', 13],
])('a fraction under %s of %s is read as %s', (code, value, text, id) => expect(shown(code, value, id)).toBe(text))

test.each<[string, number, string, number?]>([
  ['dddd d mmmm yyyy', 46_093, 'jeudi 12 mars 2026'],
  ['[$-40C]d\\ mmmm\\ yyyy;@', 46_093, '12 mars 2026'],
  ['mmmm yyyy', 46_093, 'mars 2026'],
  ['mmm-yy', 46_093, 'mars 2026', 17],
  ['yyyy', 46_093, '2026'],
  ['mm/yyyy', 46_093, '03/2026'],
  ['yyyy-mm-dd', 46_093, '12/03/2026'],
  ['jj/mm/aaaa', 46_093, '12/03/2026'],
  ['dd/mm/yyyy hh:mm', 46_093.5, '12/03/2026 12:00'],
  ['hh:mm:ss', 0.5 + 15 / 86_400, '12:00:15'],
  ['hh"h"mm', 0.604_166_666, '14h30'],
  ['h\\hmm', 46_093.75, '18h00'],
  ['mm:ss', 864 / 86_400, '14:24'],
  ['[mm]:ss', 5_400 / 86_400, '90:00'],
  ['[s]', 90 / 86_400, '90'],
  ['[h]"h"mm', 35.5 / 24, '35h30'],
  ['', 46_093.75, '12/03/2026 18:00', 22],
])('a date or a time under %s of %s is read as %s', (code, value, text, id) => expect(shown(code, value, id)).toBe(text))

test.each([
  ['', 44, 1500, '1\u202F500 €'],
  ['', 7, 12.5, '12,5 €'],
  ['0" agents"', 164, 12, '12 agents'],
  ['', 0, 12_500_000, '12500000'],
])('a number under %s (format %s) of %s is read as %s', (code, id, value, text) => expect(shown(code, value, id)).toBe(text))

test('a number written with a point or a power of ten is read as a whole number', () => {
  expect(formatCell('5.0', styleOfFormat(0, ''))).toBe('5')
  expect(formatCell('1.25E7', styleOfFormat(0, ''))).toBe('12500000')
})

test('a format may add a text to texts', () => {
  expect(styleOfFormat(164, '0;-0;0;"Réf. "@').text).toEqual({ before: 'Réf. ', after: '' })
  expect(styleOfFormat(164, '@" (provisoire)"').text).toEqual({ before: '', after: ' (provisoire)' })
  expect(styleOfFormat(164, '_-* #,##0.00_-;_-@_-').text).toBeNull()
})

test('dates, times of day and colours are told apart from it', () => {
  expect(shown('dd/mm/yyyy', 45_352)).toBe('01/03/2024')
  expect(shown('[$-40C]hh:mm', 0.375)).toBe('09:00')
  expect(shown('[Red]0.0', 1.5)).toBe('1,5')
  expect(shown('"[h]" 0', 3)).toBe('[h] 3')
})
