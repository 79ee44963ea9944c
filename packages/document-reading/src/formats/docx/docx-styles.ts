import { readXmlPart } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'

/** What the styles of a Word document say of a paragraph. */
export type DocxStyles = {
  /** Heading level from 1, or 0; inherited from the style it is based on. */
  level(styleId: string | undefined): number
  listed(styleId: string | undefined): boolean
}

type Style = { level: number; basedOn: string | undefined; listed: boolean }

/** Reads `word/styles.xml`; a document without it has no styles. */
export async function readDocxStyles(zip: BoundedZip, depth: number): Promise<DocxStyles> {
  const styles = new Map<string, Style>()
  let current: Style | null = null
  await readXmlPart(
    zip,
    'word/styles.xml',
    {
      open(name, a) {
        if (name === 'w:style') {
          current = a['w:type'] === 'paragraph' ? { level: 0, basedOn: undefined, listed: false } : null
          if (current && a['w:styleId']) styles.set(a['w:styleId'], current)
        } else if (!current) return
        else if (name === 'w:name') current.level = levelOfName(a['w:val'] ?? '')
        else if (name === 'w:basedOn') current.basedOn = a['w:val']
        else if (name === 'w:outlineLvl' && Number(a['w:val']) < 9) current.level = Number(a['w:val']) + 1
        else if (name === 'w:numPr') current.listed = true
      },
      close(name) {
        if (name === 'w:style') current = null
      },
    },
    depth,
  )

  return {
    level(styleId) {
      let style = styles.get(styleId ?? '')
      // A chain of styles may loop in a damaged file.
      for (let i = 0; style && i < 10; i++) {
        if (style.level) return style.level
        style = styles.get(style.basedOn ?? '')
      }
      return 0
    },
    listed: (styleId) => styles.get(styleId ?? '')?.listed ?? false,
  }
}

function levelOfName(name: string): number {
  const numbered = /^(?:heading|titre)\s*(\d)$/i.exec(name)
  if (numbered) return Number(numbered[1])
  return /^(title|titre)$/i.test(name) ? 1 : 0
}
