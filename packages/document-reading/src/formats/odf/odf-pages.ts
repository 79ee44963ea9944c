import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { XmlAttributes } from '../../containers/xml.ts'

export type OdfKind = 'odt' | 'ods' | 'odp'
export type Pages = ReturnType<typeof createPages>
export type PageBreaks = ReturnType<typeof createPageBreaks>

type Family = 'paragraph' | 'table'
type Breaks = { parent: string | undefined; before?: boolean; after?: boolean }

/** Which styles of paragraphs and tables ask for a new page, by themselves or by the one they come from: the file does not note those pages. */
export function createPageBreaks() {
  const styles: Record<Family, Map<string, Breaks>> = { paragraph: new Map(), table: new Map() }
  let current: Breaks | null = null
  const asks = (value: string): boolean => value.endsWith('page')
  return {
    begin(a: XmlAttributes): void {
      const family = a['style:family'] ?? 'paragraph'
      current = null
      if (family !== 'paragraph' && family !== 'table') return
      current = { parent: a['style:parent-style-name'] }
      // Another layout of the page begins on a page of its own.
      if (a['style:master-page-name']) current.before = true
      styles[family].set(a['style:name'] ?? '', current)
    },
    say(a: XmlAttributes): void {
      const { 'fo:break-before': before, 'fo:break-after': after } = a
      if (current && before !== undefined) current.before ||= asks(before)
      if (current && after !== undefined) current.after = asks(after)
    },
    isSaid(where: 'before' | 'after', family: Family, name: string | undefined): boolean {
      let style = styles[family].get(name ?? '')
      // A chain of styles may loop in a damaged file.
      for (let i = 0; style && i < 10; i++) {
        if (style[where] !== undefined) return style[where]
        style = styles[family].get(style.parent ?? '')
      }
      return false
    },
  }
}

/** Presentations have slides; texts say where their pages ended, or not. */
export function createPages(kind: OdfKind, builder: DocumentBuilder) {
  let known = kind === 'odp'
  let page = 1
  let startedPage = 0
  let slide = 0
  let hasBegun = false
  let isOver = false
  return {
    areKnown: () => known,
    note(): void {
      page++
      known = true
    },
    /** Something begins, on a new page where it or what came before it asks for one. What stands first does not. */
    begin(asks: boolean): void {
      if (hasBegun && (asks || isOver)) page++
      hasBegun = true
      isOver = false
    },
    /** What ends here asks for a new page. */
    end: () => void (isOver = true),
    /** A sheet or a slide is one page, wherever it is cut when printed. */
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
