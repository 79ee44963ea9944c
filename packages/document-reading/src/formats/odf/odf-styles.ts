import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { Script } from '../../text/scripts.ts'
import type { OdfKind, PageBreaks } from './odf-pages.ts'

/** Background of a text: 'white', like the page, or another colour, on which white text is visible. */
export type TextBackground = 'white' | 'other'

const isWhite = (colour: string | undefined): boolean => /^#f[ef]f[ef]f[ef]$/i.test(colour ?? '')

/** Character properties of a style. Missing ones are inherited from the parent style. */
type CharacterStyle = { parent: string | undefined; script?: Script; font?: string }

export type OdfStyles = ReturnType<typeof createStyles>

/**
 * Reads the properties of styles: those that hide text (always, or only on white), paint a background, draw exponents, or hide rows, columns, sheets and
 * slides.
 */
export function createStyles(kind: OdfKind, breaks: PageBreaks) {
  const hiding = new Set<string>()
  const white = new Set<string>()
  const painting = new Map<string, TextBackground>()
  const hiddenStyles = new Set<string>()
  const characterStyles = new Map<string, CharacterStyle>()
  const masterPages = new Set<string>()
  const slides = new Map<string, XmlAttributes>()
  const struckStyles = createStruckStyles()
  let name = ''
  const isHiding = (a: XmlAttributes): boolean => a['text:display'] === 'none' || parseFloat(a['fo:font-size'] ?? '12') <= 2
  const paint = (a: XmlAttributes): void => {
    const colour = a['fo:background-color'] ?? 'transparent'
    if (colour !== 'transparent') painting.set(name, isWhite(colour) ? 'white' : 'other')
  }
  const inheritedProperty = <Property extends 'script' | 'font'>(style: string | undefined, property: Property): CharacterStyle[Property] => {
    let look = characterStyles.get(style ?? '')
    // The parents of a style may form a loop in a damaged file.
    for (let i = 0; look && i < 10; i++) {
      if (look[property] !== undefined) return look[property]
      look = characterStyles.get(look.parent ?? '')
    }
    return undefined
  }
  return {
    begin(a: XmlAttributes): void {
      name = a['style:name'] ?? ''
      breaks.begin(a)
      if (a['style:master-page-name']) masterPages.add(a['style:master-page-name'])
      struckStyles.begin(a)
      if (a['style:family'] === 'text') characterStyles.set(name, { parent: a['style:parent-style-name'] })
    },
    /** Reads the position, font and strike-through of the characters of the current style. */
    readCharacterProperties(a: XmlAttributes): void {
      struckStyles.describe(a)
      const look = characterStyles.get(name)
      if (!look) return
      const position = a['style:text-position']
      if (position !== undefined) look.script = parseTextPosition(position)
      const font = a['style:font-name'] ?? a['fo:font-family']
      if (font !== undefined) look.font = font.replace(/['"]/g, '').slice(0, 100)
    },
    readTextProperties(a: XmlAttributes): void {
      if (isHiding(a)) hiding.add(name)
      if (kind === 'odt' && isWhite(a['fo:color']) && !a['fo:background-color']) white.add(name)
    },
    readParagraphProperties(a: XmlAttributes): void {
      breaks.readProperties(a)
      paint(a)
    },
    readTableProperties(a: XmlAttributes): void {
      breaks.readProperties(a)
      if (a['table:display'] === 'false') hiddenStyles.add(name)
    },
    readCellProperties: paint,
    /** Reads the properties of a slide. */
    readSlideProperties(a: XmlAttributes): void {
      slides.set(name, a)
      if (a['presentation:visibility'] === 'hidden') hiddenStyles.add(name)
    },
    slide: (style: string | undefined): XmlAttributes | undefined => slides.get(style ?? ''),
    /** Reads the size of a row or a column; a size of 0 hides it. */
    readSize(a: XmlAttributes): void {
      const size = a['style:row-height'] ?? a['style:column-width']
      if (size !== undefined && parseFloat(size) === 0) hiddenStyles.add(name)
    },
    /** Page styles used by the styles. */
    masterPages: (): ReadonlySet<string> => masterPages,
    paints: (style: string | undefined): TextBackground | undefined => painting.get(style ?? ''),
    /** Whether a row, a column, a sheet or a slide of this style is hidden. */
    isHidden: (style: string | undefined): boolean => hiddenStyles.has(style ?? ''),
    script: (style: string | undefined): Script => inheritedProperty(style, 'script') ?? null,
    font: (style: string | undefined): string | undefined => inheritedProperty(style, 'font'),
    strikes: struckStyles.strikes,
    hides: (a: XmlAttributes, background: TextBackground): boolean =>
      hiding.has(a['text:style-name'] ?? '') || (background === 'white' && white.has(a['text:style-name'] ?? '')),
  }
}

/** Tracks which styles, of any family, strike their characters through. */
function createStruckStyles() {
  const styles = new Map<string, { parent: string | undefined; isStruck?: boolean }>()
  let name = ''
  return {
    begin(a: XmlAttributes): void {
      name = a['style:name'] ?? ''
      styles.set(name, { parent: a['style:parent-style-name'] })
    },
    describe(a: XmlAttributes): void {
      const line = a['style:text-line-through-style'] ?? a['style:text-line-through-type'] ?? a['style:text-crossing-out']
      const style = styles.get(name)
      if (style && line !== undefined) style.isStruck = line !== 'none'
    },
    /** Whether a style strikes its text through; undefined when neither the style nor its parents specify it. */
    strikes(style: string | undefined): boolean | undefined {
      let ancestor = styles.get(style ?? '')
      // The parents of a style may form a loop in a damaged file.
      for (let i = 0; ancestor && i < 10; i++) {
        if (ancestor.isStruck !== undefined) return ancestor.isStruck
        ancestor = styles.get(ancestor.parent ?? '')
      }
      return undefined
    },
  }
}

/** Parses a text position: “super 58%”, “-33% 58%”. */
function parseTextPosition(position: string): Script {
  if (position.startsWith('super')) return 'superscript'
  if (position.startsWith('sub')) return 'subscript'
  const height = parseFloat(position)
  return height > 0 ? 'superscript' : height < 0 ? 'subscript' : null
}
