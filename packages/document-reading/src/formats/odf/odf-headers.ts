import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createBlockRecorder, textsOf } from '../../building/recorder.ts'
import type { XmlHandler } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'

/** Headers and footers of a page style (`style:master-page`). `next`: page style of the following pages. */
type MasterPage = { next: string | undefined; headers: string[]; footers: string[] }

export type MasterPages = ReturnType<typeof createMasterPages>

/** Pattern of a line that holds only a page number. */
const PAGE_NUMBER = /^[-–—\s]*(?:page)?\s*\d*\s*(?:(?:\/|sur|de)\s*\d*)?[-–—\s]*$/i

/** Reads the headers and footers of `styles.xml`: of all pages, of left pages, of the first page. */
export function createMasterPages(builder: DocumentBuilder, contentOf: (builder: DocumentBuilder) => XmlHandler) {
  const recorder = createBlockRecorder(builder)
  const content = contentOf(recorder.builder)
  const pages = new Map<string, MasterPage>()
  let current: MasterPage | null = null
  /** Depth inside the automatic styles, or inside a header or footer. */
  let depth = 0
  let target: string[] | null = null

  return {
    open(name: string, a: XmlAttributes): void {
      if (name === 'style:master-page') pages.set(a['style:name'] ?? '', (current = { next: a['style:next-style-name'], headers: [], footers: [] }))
      const role = /^(?:style|loext):(header|footer)(?:-left|-first)?$/.exec(name)?.[1]
      if (depth === 0) {
        if (current && role && a['style:display'] !== 'false') target = role === 'header' ? current.headers : current.footers
        else if (name !== 'office:automatic-styles') return
      }
      depth++
      content.open?.(name, a)
    },
    close(name: string): void {
      if (depth === 0) return
      content.close?.(name)
      if (--depth > 0) return
      target?.push(...textsOf(recorder.take()).filter((text) => !PAGE_NUMBER.test(text)))
      target = null
    },
    text(text: string): void {
      if (depth > 0) content.text?.(text)
    },
    /**
     * Texts of the page styles that a document uses, each once.
     * @param usedNames names of the page styles, besides « Standard »
     */
    textsOf(usedNames: Iterable<string>): { headers: string[]; footers: string[] } {
      const masterPages = new Set<MasterPage>()
      for (const name of ['Standard', ...usedNames]) {
        // The next page styles may form a loop in a damaged file.
        for (let page = pages.get(name); page && !masterPages.has(page); page = pages.get(page.next ?? '')) masterPages.add(page)
      }
      if (masterPages.size === 0 && pages.size > 0) masterPages.add([...pages.values()][0]!)
      const headers = new Set([...masterPages].flatMap((page) => page.headers))
      const footers = new Set([...masterPages].flatMap((page) => page.footers).filter((text) => !headers.has(text)))
      return { headers: [...headers], footers: [...footers] }
    },
  }
}
