import { escapeXml } from '@parvis/markdown'
import { strFromU8, unzipSync, type Unzipped } from 'fflate'
import type { Report } from './report.ts'

/** Bytes of all the parts of a letterhead: above, the browser does not try. The server refuses much smaller ones. */
const maxInflated = 60 * 1024 * 1024

interface OpenLetterhead {
  parts: Unzipped
  /** A part as text; undefined when there is none. */
  text: (name: string) => string | undefined
}

/** @throws when it is no archive, or too large a one */
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

/** What takes the place of `{{contenu}}`, and how that place is written. */
export interface Filling {
  /** Written above the text where the letterhead does not place `{{titre}}` itself. */
  title: string
  /** Between the title and the text. */
  facts: string
  content: string
  contentMarker: RegExp
}

/**
 * Puts the report in the places that a letterhead gives: `{{contenu}}` for the text, `{{titre}}` and `{{date}}` where wanted.
 * @throws when the text has no place
 */
export function fillMarkers(xml: string, { title, dateInWords }: Report, filling?: Filling): string {
  const hasTitle = xml.includes('{{titre}}')
  if (filling && !filling.contentMarker.test(xml)) throw new Error('The letterhead has no place for the text')
  // One pass: what a report says is never taken for a place.
  const places = new RegExp(filling ? `\\{\\{(?:titre|date)\\}\\}|${filling.contentMarker.source}` : '\\{\\{(?:titre|date)\\}\\}', 'g')
  return xml.replace(places, (place) => {
    if (place === '{{titre}}') return escapeXml(title)
    if (place === '{{date}}') return escapeXml(dateInWords)
    return `${hasTitle ? '' : filling!.title}${filling!.facts}${filling!.content}`
  })
}

/** The same part, its root naming the spaces that ours are written in. */
export function withNamespaces(xml: string, root: string, spaces: Readonly<Record<string, string>>): string {
  return xml.replace(new RegExp(`<${root}(?=[\\s>])[^>]*>`), (open) => {
    const missing = Object.entries(spaces).filter(([prefix]) => !open.includes(` xmlns:${prefix}="`))
    return `${open.slice(0, -1)}${missing.map(([prefix, space]) => ` xmlns:${prefix}="${space}"`).join('')}>`
  })
}
