import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'

export type OdfKind = 'odt' | 'ods' | 'odp'
export type OdfPageCounter = ReturnType<typeof createOdfPageCounter>
export type PageBreaks = ReturnType<typeof createPageBreaks>

type StyleFamily = 'paragraph' | 'table'
type StyleBreaks = { parent: string | undefined; before?: boolean; after?: boolean }

/**
 * Tracks which paragraph and table styles require a page break before or after, by themselves or by inheritance. The file does not store these breaks
 * elsewhere.
 */
export function createPageBreaks() {
  const styles: Record<StyleFamily, Map<string, StyleBreaks>> = { paragraph: new Map(), table: new Map() }
  let current: StyleBreaks | null = null
  const isPageBreak = (value: string): boolean => value.endsWith('page')
  return {
    begin(a: XmlAttributes): void {
      const family = a['style:family'] ?? 'paragraph'
      current = null
      if (family !== 'paragraph' && family !== 'table') return
      current = { parent: a['style:parent-style-name'] }
      // A different page style begins on a new page.
      if (a['style:master-page-name']) current.before = true
      styles[family].set(a['style:name'] ?? '', current)
    },
    readProperties(a: XmlAttributes): void {
      const { 'fo:break-before': before, 'fo:break-after': after } = a
      if (current && before !== undefined) current.before ||= isPageBreak(before)
      if (current && after !== undefined) current.after = isPageBreak(after)
    },
    hasBreak(where: 'before' | 'after', family: StyleFamily, name: string | undefined): boolean {
      let style = styles[family].get(name ?? '')
      // The parents of a style may form a loop in a damaged file.
      for (let i = 0; style && i < 10; i++) {
        if (style[where] !== undefined) return style[where]
        style = styles[family].get(style.parent ?? '')
      }
      return false
    },
  }
}

/** Counts pages. Each slide of a presentation is one; a text document may store where its pages ended. */
export function createOdfPageCounter(kind: OdfKind, builder: DocumentBuilder) {
  let isKnown = kind === 'odp'
  let page = 1
  let startedPage = 0
  let slide = 0
  let hasBegun = false
  let breakPending = false
  return {
    areKnown: () => isKnown,
    addStoredBreak(): void {
      page++
      isKnown = true
    },
    /** Records that content begins. A page break is counted when this content or the previous one requires it, except before the first content. */
    begin(asks: boolean): void {
      if (hasBegun && (asks || breakPending)) page++
      hasBegun = true
      breakPending = false
    },
    /** Records that the content that ends requires a page break after it. */
    end: () => void (breakPending = true),
    /** Returns the current page of a text document. Undefined for sheets and slides, which are one page each, however they are printed. */
    current: (): number | undefined => (kind === 'odt' ? page : undefined),
    start(number = page): void {
      if (kind !== 'odt' || number === startedPage) return
      builder.page(number)
      startedPage = number
    },
    /** @returns the number of the slide */
    startSlide(name: string | undefined): number {
      builder.page(++slide, { label: /^page\d+$/.test(name ?? '') ? null : (name ?? null) })
      return slide
    },
  }
}
