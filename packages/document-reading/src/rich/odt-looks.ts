import type { XmlAttributes } from '../containers/xml-names.ts'
import type { RichMark } from '../port.ts'
import { formOfStyle } from './act-styles.ts'
import type { ParagraphForm } from './rich-forms.ts'

type OdtLook = { display: string; parent: string | undefined; marks: Map<RichMark, boolean>; align?: 'center' | 'right' | 'left'; hasLine?: boolean }

export type OdtLooks = ReturnType<typeof createOdtLooks>

/** Reads the named and automatic styles of an OpenDocument text: marks of characters, forms of paragraphs. */
export function createOdtLooks() {
  const looks = new Map<string, OdtLook>()
  let current: OdtLook | null = null
  /** Returns a style followed by its parents, which may form a loop in a damaged file. */
  const chainOf = (family: string, name: string | undefined): OdtLook[] => {
    const chain: OdtLook[] = []
    for (let look = looks.get(`${family} ${name}`); look && chain.length < 10; look = looks.get(`${family} ${look.parent}`)) chain.push(look)
    return chain
  }
  return {
    /** Reads an element of the styles. */
    describe(name: string, a: XmlAttributes): void {
      if (name === 'style:style') {
        current = { display: a['style:display-name'] ?? a['style:name'] ?? '', parent: a['style:parent-style-name'], marks: new Map() }
        looks.set(`${a['style:family']} ${a['style:name']}`, current)
      } else if (name === 'style:text-properties' && current) readMarks(current.marks, a)
      else if (name === 'style:paragraph-properties' && current) {
        const align = a['fo:text-align']
        if (align !== undefined) current.align = align === 'center' ? 'center' : align === 'end' || align === 'right' ? 'right' : 'left'
        const line = a['fo:border-bottom']
        if (line !== undefined) current.hasLine = line !== 'none'
      }
    },
    /** Returns the marks of a text style that are on. */
    marks(style: string | undefined): RichMark[] {
      const marks = new Map<RichMark, boolean>()
      for (const look of chainOf('text', style).toReversed()) {
        for (const [mark, isSet] of look.marks) marks.set(mark, isSet)
        if (/^(?:source text|texte source)$/i.test(look.display)) marks.set('code', true)
      }
      // Our own code in a line: no other mark than its font shows.
      return style === 'PvCode' ? ['code'] : [...marks].flatMap(([mark, isSet]) => (isSet ? [mark] : []))
    },
    form: (style: string | undefined): ParagraphForm | null =>
      chainOf('paragraph', style)
        .map(({ display }) => formOfStyle(display.replaceAll('_20_', ' ')))
        .find((form) => form !== null) ?? null,
    align: (style: string | undefined): 'center' | 'right' | null => {
      const align = chainOf('paragraph', style).find((look) => look.align !== undefined)?.align
      return align === 'center' || align === 'right' ? align : null
    },
    hasLine: (style: string | undefined): boolean => chainOf('paragraph', style).find((look) => look.hasLine !== undefined)?.hasLine ?? false,
    isTitle: (style: string | undefined): boolean => chainOf('paragraph', style).some(({ display }) => /^(?:title|titre|titre principal)$/i.test(display)),
  }
}

function readMarks(marks: Map<RichMark, boolean>, a: XmlAttributes): void {
  const weight = a['fo:font-weight']
  if (weight !== undefined) marks.set('bold', weight === 'bold' || Number(weight) >= 600)
  const slant = a['fo:font-style']
  if (slant !== undefined) marks.set('italic', slant === 'italic' || slant === 'oblique')
  const underline = a['style:text-underline-style']
  if (underline !== undefined) marks.set('underline', underline !== 'none')
  const strike = a['style:text-line-through-style'] ?? a['style:text-line-through-type']
  if (strike !== undefined) marks.set('strike', strike !== 'none')
  const background = a['fo:background-color']
  if (background !== undefined) marks.set('highlight', background !== 'transparent')
  const position = a['style:text-position']
  if (position === undefined) return
  const height = Number.parseFloat(position)
  marks.set('raised', position.startsWith('super') || height > 0)
  marks.set('lowered', position.startsWith('sub') || height < 0)
}
