import { expect, test } from 'vitest'
import { subscript, superscript } from './scripts.ts'
import { convertSymbols } from './symbol-fonts.ts'

test.each([
  ['10', '3', '10³'],
  ['1,5 × 10', '-3', '1,5 × 10⁻³'],
  ['10', 'n', '10^n'],
  ['2', 'n+1', '2^(n+1)'],
  ['(1+t)', '2', '(1+t)²'],
  ['300 m', '2', '300 m²'],
  ['kWh/km', '2', 'kWh/km²'],
  ['12 t.an', '-1', '12 t.an⁻¹'],
  ['y = x', '2', 'y = x²'],
  ['un budget de 12 000', '1', 'un budget de 12 000¹'],
  ['le 1', 'er', 'le 1er'],
  ['la 2', 'e', 'la 2e'],
  ['n', 'o', 'no'],
  ['M', 'me', 'Mme'],
  ['le conseil', '1', 'le conseil1'],
  ['le conseil', '(1)', 'le conseil(1)'],
  ['il y a', '2', 'il y a2'],
  ['le code (CGCT)', '1', 'le code (CGCT)1'],
  ['le D', 'r', 'le Dr'],
  ['S', 't', 'St'],
  ['2πr', '2', '2πr²'],
  ['R', 'n', 'R^n'],
  ['10', ' 3 ', '10 ³ '],
  ['10', ' ', '10 '],
])('%s with %s above the line reads %s', (before, text, expected) => expect(before + superscript(text, before)).toBe(expected))

test.each([
  ['CO', '2', 'CO₂'],
  ['PM', '10', 'PM₁₀'],
  ['PM', '2,5', 'PM2,5'],
  ['x', 'i', 'x_i'],
  ['x', 'i+1', 'x_(i+1)'],
  ['10', '2', '10₂'],
  ['P', 'max', 'P_max'],
  ['débit', 'max', 'débitmax'],
])('%s with %s under the line reads %s', (before, text, expected) => expect(before + subscript(text, before)).toBe(expected))

test.each([
  ['Wingdings', '\uF0FE\uF0FD\uF0A8o', '☒☒☐☐'],
  ['wingdings 2', '\uF052\uF051\uF0A3', '☒☒☐'],
  ['Webdings', '\uF063a', '☐✔'],
  ['Symbol', '\uF0B3\uF061', '≥α'],
  ['Wingdings 3', '\uF022', ''],
  [undefined, '\uF0FE à \uF0E8', '☒ à \uF0E8'],
  ['Arial', 'non', 'non'],
])('in %s, %s reads %s', (font, text, expected) => expect(convertSymbols(text, font)).toBe(expected))
