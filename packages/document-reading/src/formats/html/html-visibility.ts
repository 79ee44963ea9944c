import { attributeColour, colourOf, isSameColour, type Colour } from '../colours.ts'

/** Declarations, by property, in lower case. */
type HtmlStyle = Record<string, string>

type StyleRule = { parts: string[]; weight: number; style: HtmlStyle; important: HtmlStyle; isCertain: boolean }
/** Rules of the `<style>` blocks of a page. */
export type StyleSheet = StyleRule[]

/** Maximum number of rules read from one page; the rest is ignored. Ordinary pages have fewer. */
const MAX_RULES = 2_000
/** Distance outside the page, in pixels, beyond which nobody scrolls. */
const FAR_PIXELS = 400

/** Parses the declarations of a `style` attribute or of a rule. Important ones are returned apart. */
function parseStyle(text: string): { style: HtmlStyle; important: HtmlStyle } {
  const matchedStyle: { style: HtmlStyle; important: HtmlStyle } = { style: {}, important: {} }
  for (const declaration of text.toLowerCase().split(';')) {
    const index = declaration.indexOf(':')
    if (index <= 0) continue
    const value = declaration.slice(index + 1).trim()
    // Not a regular expression: on a value full of spaces it would take quadratic time.
    const mark = value.lastIndexOf('!')
    const isImportant = mark !== -1 && value.slice(mark + 1).trim() === 'important'
    matchedStyle[isImportant ? 'important' : 'style'][declaration.slice(0, index).trim()] = isImportant ? value.slice(0, mark).trim() : value
  }
  return matchedStyle
}

/**
 * Adds the rules of a `<style>` block. A selector of one element (`p`, `.note`, `#a.b`) is certain. With a longer selector, or under `@media`, the
 * properties set count as unknown, because the rule may override the others. Rules of states in which a page does not begin (`:hover`) are left out.
 */
export function addRules(sheet: StyleSheet, css: string): void {
  const blocks: boolean[] = []
  let from = 0
  let selectors = ''
  const text = withoutComments(css)
  for (const { index, 0: sign } of text.matchAll(/[{};]/g)) {
    const piece = text.slice(from, index)
    if (sign === '{') {
      from = index + 1
      blocks.push(piece.trim().startsWith('@'))
      selectors = piece
    } else if (sign === '}') {
      from = index + 1
      if (blocks.pop() === false) addRule(sheet, selectors, piece, blocks.length === 0)
    } else if (blocks.length === 0) from = index + 1
  }
}

/** Removes the comments of a style sheet. An unterminated one runs to the end. */
function withoutComments(css: string): string {
  const pieces: string[] = []
  let from = 0
  for (let start = css.indexOf('/*'); start !== -1; start = css.indexOf('/*', from)) {
    pieces.push(css.slice(from, start))
    const end = css.indexOf('*/', start + 2)
    from = end === -1 ? css.length : end + 2
  }
  return [...pieces, css.slice(from)].join(' ')
}

function addRule(sheet: StyleSheet, selectors: string, body: string, isTopLevel: boolean): void {
  const declared = parseStyle(body)
  for (const selector of selectors.slice(0, 5_000).split(',')) {
    if (sheet.length >= MAX_RULES || /:(hover|focus|active|checked|target|visited|before|after|disabled|placeholder)/.test(selector)) continue
    const last = selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1)!
    const isSimple = /^(\*|[a-z][\w-]*)?([.#][\w-]+)*$/i.test(selector.trim()) && last !== ''
    const parts = last.replace(/:.*$|\[.*$/, '').split(/(?=[.#])/)
    const weight = parts.reduce((sum, part) => sum + (part.startsWith('#') ? 100 : part.startsWith('.') ? 10 : 1), 0)
    sheet.push({ parts, weight, ...declared, isCertain: isTopLevel && isSimple })
  }
}

/** Computes the style of an element: rules, then its own `style` attribute, then important declarations. */
export function styleOf(sheet: StyleSheet, name: string, attributes: Record<string, string>): HtmlStyle {
  const classes = new Set((attributes['class'] ?? '').split(/\s+/))
  const names = (part: string) =>
    part.startsWith('.') ? classes.has(part.slice(1)) : part.startsWith('#') ? attributes['id'] === part.slice(1) : ['*', '', name].includes(part.toLowerCase())
  const matching = sheet.filter(({ parts }) => parts.every(names)).toSorted((one, other) => one.weight - other.weight)
  const certain = matching.filter(({ isCertain }) => isCertain)
  const inlineStyle = parseStyle(attributes['style'] ?? '')
  const ruled: HtmlStyle = Object.assign({}, ...certain.map(({ style }) => style))
  for (const { style, important, isCertain } of matching)
    if (!isCertain) for (const property of Object.keys({ ...style, ...important })) ruled[property] = UNKNOWN
  return Object.assign(ruled, inlineStyle.style, ...certain.map(({ important }) => important), inlineStyle.important) as HtmlStyle
}

/** Value of a property set by a rule that may or may not apply. It hides nothing. */
const UNKNOWN = 'unknown'

/** Whether the style hides an element and its whole content, wherever it is. */
export function isHiddenByStyle(style: HtmlStyle): boolean {
  const get = (name: string) => style[name] ?? ''
  if (/^none\b/.test(get('display')) || /^(hidden|collapse)\b/.test(get('visibility')) || /^all\b/.test(get('mso-hide'))) return true
  if (/^[01](\.\d+)?(px|pt|%|em|rem)?$/.test(get('font-size')) && !/^1(\.\d+)?(em|rem)$/.test(get('font-size'))) return true
  if (/^0(\.0+)?%?$/.test(get('opacity'))) return true
  const isPlaced = /^(absolute|fixed)\b/.test(get('position'))
  if (isPlaced && ['left', 'top', 'right', 'bottom'].some((side) => isFar(get(side), true))) return true
  if (/^(absolute|fixed|relative)\b/.test(get('position')) && ['left', 'top'].some((side) => isFar(get(side), false))) return true
  if (isFar(get('text-indent'), false)) return true
  if (isPlaced && /^rect\(\s*(0|1px|1)(px)?[\s,]/.test(get('clip'))) return true
  return /^(inset\(\s*(50|100)%|circle\(\s*0)/.test(get('clip-path'))
}

/** Whether a length is large and negative, or large and positive when `both`. */
function isFar(value: string, both: boolean): boolean {
  const [, number, unit = 'px'] = /^(-?[\d.]+)(px|pt|em|rem|%|vw|vh|cm|in)?$/.exec(value) ?? []
  if (number === undefined) return false
  const perUnit: Record<string, number> = { px: 1, pt: 1.3, em: 16, rem: 16, '%': 10, vw: 10, vh: 8, cm: 38, in: 96 }
  const pixels = Number(number) * perUnit[unit]!
  return pixels <= -FAR_PIXELS || (both && pixels >= 5_000)
}

/** Background that a style paints: null for none, 'unknown' for a picture or a colour that is not understood. */
function backgroundOf(style: HtmlStyle): Colour | 'unknown' | null {
  const image = `${style['background'] ?? ''} ${style['background-image'] ?? ''}`
  if (/url\(|gradient\(/.test(image)) return 'unknown'
  const value = style['background-color'] ?? style['background']
  if (value === undefined || /^(none|inherit|initial|unset)?$/.test(value)) return null
  const colour = colourOf(value)
  return colour === 'clear' ? null : (colour ?? 'unknown')
}

type PaintState = { depth: number; colour: Colour | 'clear' | null; background: Colour | 'unknown' }

/** Tracks the text colour and the background, from outer to inner elements. */
export function createPaintTracker() {
  const stack: PaintState[] = [{ depth: 0, colour: null, background: [255, 255, 255] }]
  return {
    open(depth: number, name: string, style: HtmlStyle, attributes: Record<string, string>): void {
      const outer = stack.at(-1)!
      const ownColour = style['color'] ?? (name === 'font' ? attributes['color'] : undefined)
      const colour =
        ownColour === undefined || ownColour === 'inherit' ? outer.colour : style['color'] === undefined ? attributeColour(ownColour) : colourOf(ownColour)
      const ownBackground = backgroundOf(style) ?? (attributes['background'] ? 'unknown' : attributeColour(attributes['bgcolor']))
      // A table or the page without a background of its own is often coloured by a style that is not read.
      const isOpaque = ownBackground === null || ownBackground === 'clear'
      const background = !isOpaque
        ? ownBackground
        : name === 'table' || (ownColour !== undefined && (name === 'body' || name === 'html'))
          ? 'unknown'
          : outer.background
      if (colour !== outer.colour || background !== outer.background) stack.push({ depth, colour, background })
    },
    close(depth: number): void {
      while (stack.length > 1 && stack.at(-1)!.depth >= depth) stack.pop()
    },
    /** Whether text written now would be invisible on its background. */
    isHiding(): boolean {
      const { colour, background } = stack.at(-1)!
      return colour === 'clear' || (colour !== null && background !== 'unknown' && isSameColour(colour, background))
    },
  }
}
