import { escapeXml, type DocumentBlock } from '@parvis/markdown'
import { strFromU8, unzipSync, type Unzipped } from 'fflate'

/** Content of a document to write. */
export type DocumentReport = {
  title: string
  /** Whether the blocks begin with their own title: none is then written above them. */
  hasOwnTitle?: boolean
  /** Lines below the title. */
  facts: readonly string[]
  /** Date of the document, ISO 8601. */
  date: string
  /** Date of the document in words, which replaces `{{date}}` of a letterhead. */
  dateInWords: string
  /** Author in the properties of the file. */
  author: string
  /** Description in the properties of the file: where the text comes from. */
  description: string
  keywords: string
  /** Custom properties of the file, by name, which programs read: where the text comes from, for instance. */
  properties?: Readonly<Record<string, string>>
  blocks: readonly DocumentBlock[]
  /** Blocks written on a new page after the others, with their spaces as they are. */
  appendix?: readonly DocumentBlock[]
}

/** Maximum inflated size of a letterhead, in bytes. The server refuses much smaller ones. */
const maxInflated = 60 * 1024 * 1024

interface OpenLetterhead {
  parts: Unzipped
  /** Returns a part as text; undefined when it does not exist. */
  text: (name: string) => string | undefined
}

/** Opens a letterhead. @throws when it is not an archive, or is too large */
export function openLetterhead(bytes: Uint8Array): OpenLetterhead {
  let total = 0
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      total += originalSize
      if (total > maxInflated) throw new Error('The letterhead is too large')
      return !name.endsWith('/')
    },
  })
  return { parts, text: (name) => (parts[name] ? strFromU8(parts[name]) : undefined) }
}

/** Content that replaces `{{contenu}}`, and the pattern of that marker. */
interface LetterheadContent {
  /** Title written above the text if the letterhead has no `{{titre}}`. */
  title: string
  /** Facts written between the title and the text. */
  facts: string
  content: string
  contentMarker: RegExp
}

/**
 * Replaces the markers of a letterhead: `{{contenu}}` with the report, `{{titre}}` and `{{date}}` if present.
 * @throws when the marker of the text is missing
 */
export function fillMarkers(xml: string, { title, hasOwnTitle = false, dateInWords }: DocumentReport, filling?: LetterheadContent): string {
  const hasTitle = xml.includes('{{titre}}')
  if (filling && !filling.contentMarker.test(xml)) throw new Error('The letterhead has no place for the text')
  // A single pass, so that the text of a report is never taken for a marker.
  const markers = new RegExp(filling ? `\\{\\{(?:titre|date)\\}\\}|${filling.contentMarker.source}` : '\\{\\{(?:titre|date)\\}\\}', 'g')
  return xml.replace(markers, (marker) => {
    if (marker === '{{titre}}') return escapeXml(title)
    if (marker === '{{date}}') return escapeXml(dateInWords)
    return `${hasTitle || hasOwnTitle ? '' : filling!.title}${filling!.facts}${filling!.content}`
  })
}

/** Declares the given namespaces on the root element of a part, if they are missing. */
export function withNamespaces(xml: string, root: string, spaces: Readonly<Record<string, string>>): string {
  return xml.replace(new RegExp(`<${root}(?=[\\s>])[^>]*>`), (open) => {
    const missingPrefixes = Object.entries(spaces).filter(([prefix]) => !open.includes(` xmlns:${prefix}="`))
    return `${open.slice(0, -1)}${missingPrefixes.map(([prefix, space]) => ` xmlns:${prefix}="${space}"`).join('')}>`
  })
}
