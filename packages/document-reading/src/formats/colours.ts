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

/** Minimum opacity of a visible colour, from 0 to 1. */
const MIN_OPACITY = 0.1

/** Parses a CSS colour: hexadecimal, `rgb()`, `hsl()` or a common name. Returns 'clear' when it is transparent, null when it is absent or not understood. */
export function colourOf(value: string | undefined): Colour | 'clear' | null {
  const text = (value ?? '').trim().toLowerCase()
  if (text === 'transparent') return 'clear'
  const [, model, components] = /(rgb|hsl)a?\(([^()]{0,100})\)/.exec(text) ?? []
  if (components !== undefined) return parseColourFunction(model === 'hsl', components)
  const hex =
    /#([0-9a-f]+)\b/.exec(text)?.[1] ??
    text
      .split(/\s+/)
      .map((word) => NAMES[word])
      .find(Boolean)
  if (hex === undefined || ![3, 4, 6, 8].includes(hex.length)) return null
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
  const [red, green, blue, alpha = 255] = digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16)) as [number, number, number, number?]
  return alpha / 255 < MIN_OPACITY ? 'clear' : [red, green, blue]
}

/** Parses the colour of an HTML attribute, which may omit the #. */
export function attributeColour(value: string | undefined): Colour | 'clear' | null {
  return colourOf(value) ?? colourOf(`#${(value ?? '').trim()}`)
}

/** Parses the arguments of `rgb()` or `hsl()`, separated by commas or spaces. Null when a number is invalid. */
function parseColourFunction(isHsl: boolean, components: string): Colour | 'clear' | null {
  const [one = '', two = '', three = '', alpha = '1'] = components.split(/[\s,/]+/).filter(Boolean)
  const part = (text: string, max: number) => (text.endsWith('%') ? (Number(text.slice(0, -1)) / 100) * max : Number(text === 'none' ? 0 : text || Number.NaN))
  const numbers = isHsl ? fromHsl(Number(one.replace(/deg$/, '')), part(two, 1), part(three, 1)) : ([part(one, 255), part(two, 255), part(three, 255)] as const)
  if (numbers.some(Number.isNaN)) return null
  if (part(alpha, 1) < MIN_OPACITY) return 'clear'
  const [red, green, blue] = numbers.map((number) => Math.round(Math.min(Math.max(number, 0), 255))) as [number, number, number]
  return [red, green, blue]
}

/** Converts a hue in degrees, with saturation and lightness from 0 to 1, to red, green and blue. */
function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const hueOffset = (((offset + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - spread * Math.max(-1, Math.min(hueOffset - 3, 9 - hueOffset, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Whether a reader cannot distinguish two colours: at most 12 apart on each channel. */
export function isSameColour(one: Colour, other: Colour): boolean {
  return one.every((value, index) => Math.abs(value - other[index]!) <= 12)
}
