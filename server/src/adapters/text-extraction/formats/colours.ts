/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

const NAMES: Record<string, string> = {
  white: 'ffffff',
  black: '000000',
  red: 'ff0000',
  blue: '0000ff',
  green: '008000',
  yellow: 'ffff00',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  navy: '000080',
  orange: 'ffa500',
  lime: '00ff00',
  aqua: '00ffff',
  fuchsia: 'ff00ff',
  maroon: '800000',
  teal: '008080',
  purple: '800080',
  olive: '808000',
  snow: 'fffafa',
  ivory: 'fffff0',
  whitesmoke: 'f5f5f5',
  ghostwhite: 'f8f8ff',
}

/** A colour as three numbers; null for none, or one that is not understood; 'clear' for one that shows nothing. */
export function colourOf(value: string | undefined): Colour | 'clear' | null {
  const text = (value ?? '').trim().toLowerCase()
  if (text === 'transparent') return 'clear'
  const rgb = /rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)(%?))?\s*\)/.exec(text)
  if (rgb) return rgb[4] !== undefined && Number(rgb[4]) === 0 ? 'clear' : [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])]
  const hex =
    /#([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(text)?.[1] ??
    text
      .split(/\s+/)
      .map((word) => NAMES[word])
      .find(Boolean)
  if (!hex) return null
  const whole = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  return [0, 2, 4].map((at) => Number.parseInt(whole.slice(at, at + 2), 16)) as unknown as Colour
}

/** Too close to be told apart by a reader. */
export function isSameColour(one: Colour, other: Colour): boolean {
  return one.every((value, at) => Math.abs(value - other[at]!) <= 12)
}
