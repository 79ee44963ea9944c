import { readXmlPart } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import type { Script } from '../../text/scripts.ts'

/** Paragraph and character properties given by the styles of a Word document. All are inherited from the base style, except `isListed`. */
export type DocxStyles = {
  /** Heading level from 1, or 0 when the style is not a heading. */
  level(styleId: string | undefined): number
  isListed(styleId: string | undefined): boolean
  /** List and level that a style gives to its paragraphs. */
  list(styleId: string | undefined): ListPosition
  /** Script of a character style. */
  script(styleId: string | undefined): Script
  /** Font of a character style. */
  font(styleId: string | undefined): string | undefined
}

/** A list, and a level of it from 0. Absent fields are not specified. */
export type ListPosition = { list?: string; level?: number }

type DocxStyle = {
  isCharacterStyle: boolean
  level: number
  basedOn: string | undefined
  isListed: boolean
  listPosition: ListPosition
  script: Script
  font?: string
}

/** Reads `word/styles.xml`. Without this part there are no styles. */
export async function readDocxStyles(zip: BoundedZip, depth: number): Promise<DocxStyles> {
  const styles = new Map<string, DocxStyle>()
  let current: DocxStyle | null = null
  await readXmlPart(
    zip,
    'word/styles.xml',
    {
      open(name, a) {
        if (name === 'w:style') {
          const type = a['w:type']
          const isStyle = type === 'paragraph' || type === 'character'
          current = isStyle ? { isCharacterStyle: type === 'character', level: 0, basedOn: undefined, isListed: false, listPosition: {}, script: null } : null
          if (current && a['w:styleId']) styles.set(a['w:styleId'], current)
        } else if (!current) return
        else if (name === 'w:basedOn') current.basedOn = a['w:val']
        else if (name === 'w:vertAlign') current.script = scriptOf(a)
        else if (name === 'w:rFonts') Object.assign(current, { font: a['w:ascii'] ?? a['w:hAnsi'] })
        else if (current.isCharacterStyle) return
        else if (name === 'w:name') current.level = levelOfName(a['w:val'] ?? '')
        else if (name === 'w:outlineLvl' && Number(a['w:val']) < 9) current.level = Number(a['w:val']) + 1
        else if (name === 'w:numPr') current.isListed = true
        else if (name === 'w:numId') current.listPosition.list = a['w:val'] ?? ''
        else if (name === 'w:ilvl') current.listPosition.level = Number(a['w:val']) || 0
      },
      close(name) {
        if (name === 'w:style') current = null
      },
    },
    depth,
  )

  const listPositions = new Map<string | undefined, ListPosition>()
  /** Returns a style followed by its base styles. Limited to 10, because the chain may loop in a damaged file. */
  const chainOf = (styleId: string | undefined): DocxStyle[] => {
    const chain: DocxStyle[] = []
    for (let style = styles.get(styleId ?? ''); style && chain.length < 10; style = styles.get(style.basedOn ?? '')) chain.push(style)
    return chain
  }
  return {
    level: (styleId) => chainOf(styleId).find(({ level }) => level > 0)?.level ?? 0,
    list(styleId) {
      const knownPosition = listPositions.get(styleId)
      if (knownPosition) return knownPosition
      const ownPositions = chainOf(styleId).map(({ listPosition }) => listPosition)
      const place: ListPosition = Object.assign({}, ...ownPositions.toReversed())
      listPositions.set(styleId, place)
      return place
    },
    script: (styleId) => chainOf(styleId).find(({ isCharacterStyle, script }) => isCharacterStyle && script !== null)?.script ?? null,
    font: (styleId) => chainOf(styleId).find(({ isCharacterStyle, font }) => isCharacterStyle && font !== undefined)?.font,
    isListed: (styleId) => styles.get(styleId ?? '')?.isListed ?? false,
  }
}

function levelOfName(name: string): number {
  const numbered = /^(?:heading|titre)\s*(\d)$/i.exec(name)
  if (numbered) return Number(numbered[1])
  return /^(title|titre)$/i.test(name) ? 1 : 0
}

/** Returns the script of a `w:vertAlign` element. */
export function scriptOf(a: XmlAttributes): Script {
  const value = a['w:val']
  return value === 'superscript' || value === 'subscript' ? value : null
}
