import type { XmlAttributes } from '../../containers/xml-names.ts'
import { colourOf, isSameColour, type Colour } from '../colours.ts'

/** Colour painted behind a text. 'unknown' for a pattern or a theme colour. */
export type DocxFill = Colour | 'unknown'

/** Default colour of a page. */
export const DEFAULT_PAGE_FILL: DocxFill = [255, 255, 255]

/** Fill of a shading (`w:shd`); null when it paints nothing. */
export function fillOf(a: XmlAttributes): DocxFill | null {
  const value = a['w:val'] ?? 'clear'
  const colour = value === 'solid' ? a['w:color'] : a['w:fill']
  if (!['clear', 'nil', 'solid'].includes(value)) return 'unknown'
  if (value === 'nil' || colour === undefined || colour === 'auto') return a['w:themeFill'] === undefined ? null : 'unknown'
  return parseHex(colour) ?? 'unknown'
}

const HIGHLIGHTS: Record<string, string> = {
  black: '000000',
  blue: '0000FF',
  cyan: '00FFFF',
  green: '00FF00',
  magenta: 'FF00FF',
  red: 'FF0000',
  yellow: 'FFFF00',
  white: 'FFFFFF',
  darkBlue: '000080',
  darkCyan: '008080',
  darkGreen: '008000',
  darkMagenta: '800080',
  darkRed: '800000',
  darkYellow: '808000',
  darkGray: '808080',
  lightGray: 'C0C0C0',
}

/** Fill of a highlighting (`w:highlight`); null for none. */
export function highlightOf(name: string | undefined): DocxFill | null {
  return name === 'none' ? null : (parseHex(HIGHLIGHTS[name ?? ''] ?? '') ?? 'unknown')
}

/** Whether a text of this colour (`w:color`) cannot be distinguished from the fill behind it. An automatic colour is always visible. */
export function isInvisible(colour: string | undefined, fill: DocxFill): boolean {
  const ink = parseHex(colour ?? '')
  return ink !== null && fill !== 'unknown' && isSameColour(ink, fill)
}

function parseHex(value: string): Colour | null {
  const colour = /^[0-9a-f]{6}$/i.test(value) ? colourOf(`#${value}`) : null
  return colour === 'clear' ? null : colour
}
