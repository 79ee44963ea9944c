import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'

const KINDS = ['header', 'footer', 'date-time'] as const
const declarations = new Map<string, string>(KINDS.map((kind) => [`presentation:${kind}-decl`, kind]))
/** Whether the style of a slide displays its header, footer or date; it does by default. */
const isShown = (a: XmlAttributes | undefined, kind: string): boolean => a?.[`presentation:display-${kind}`] !== 'false'

/** Reads the headers, footers and fixed dates declared by a presentation. Each is written once, with the first slide that displays it. */
export function createSlideFooters(builder: DocumentBuilder) {
  const texts = new Map<string, string>()
  const writtenTexts = new Set<string>()
  let open: string | null = null
  return {
    isOpen: () => open !== null,
    /** @returns true when the element declares a text */
    begin(name: string, a: XmlAttributes): boolean {
      const kind = declarations.get(name)
      if (kind === undefined) return false
      open = `${kind} ${a['presentation:name'] ?? ''}`
      texts.set(open, '')
      return true
    },
    add(text: string): void {
      if (open !== null) texts.set(open, `${texts.get(open)}${text}`)
    },
    /** @returns true when the element declared a text */
    end(name: string): boolean {
      if (!declarations.has(name)) return false
      open = null
      return true
    },
    /**
     * Writes the declared texts that a slide uses.
     * @param properties properties of the style of the slide
     */
    slide(a: XmlAttributes, properties: XmlAttributes | undefined): void {
      for (const kind of KINDS) {
        const text = texts.get(`${kind} ${a[`presentation:use-${kind}-name`] ?? ''}`)?.trim()
        if (!text || writtenTexts.has(text) || !isShown(properties, kind)) continue
        writtenTexts.add(text)
        builder.paragraph(text, { boilerplate: true })
      }
    },
  }
}
