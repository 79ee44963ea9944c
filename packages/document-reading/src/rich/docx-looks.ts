import { readXmlPart } from '../containers/xml.ts'
import type { XmlAttributes } from '../containers/xml-names.ts'
import type { BoundedZip } from '../containers/zip.ts'
import { isOn } from '../formats/docx/docx-runs.ts'
import type { RichMark } from '../port.ts'
import { formOfStyle, safeLink } from './act-styles.ts'
import type { ParagraphForm } from './rich-forms.ts'

/** Marks that are on or off; the others are inherited. */
export type MarkSet = Map<RichMark, boolean>

const switches: Readonly<Record<string, RichMark>> = { 'w:b': 'bold', 'w:i': 'italic', 'w:strike': 'strike', 'w:dstrike': 'strike' }

/** Reads a property of a run into a set of marks. */
export function readMark(marks: MarkSet, name: string, a: XmlAttributes): void {
  const mark = switches[name]
  if (mark) marks.set(mark, isOn(a))
  else if (name === 'w:u') marks.set('underline', isOn(a))
  else if (name === 'w:highlight') marks.set('highlight', isOn(a))
  else if (name === 'w:vertAlign') {
    marks.set('raised', a['w:val'] === 'superscript')
    marks.set('lowered', a['w:val'] === 'subscript')
  }
}

/** Marks of character styles, and forms of paragraph styles, of a Word document. */
export type DocxLooks = { marks(style: string | undefined): MarkSet; form(style: string | undefined): ParagraphForm | null }

type DocxLook = { isCharacter: boolean; name: string; basedOn: string | undefined; marks: MarkSet }

export async function readDocxLooks(zip: BoundedZip, depth: number): Promise<DocxLooks> {
  const looks = new Map<string, DocxLook>()
  let current: DocxLook | null = null
  const open = (name: string, a: XmlAttributes) => {
    if (name === 'w:style') {
      current = { isCharacter: a['w:type'] === 'character', name: '', basedOn: undefined, marks: new Map() }
      looks.set(a['w:styleId'] ?? '', current)
    } else if (!current) return
    else if (name === 'w:name') current.name = a['w:val'] ?? ''
    else if (name === 'w:basedOn') current.basedOn = a['w:val']
    else readMark(current.marks, name, a)
  }
  await readXmlPart(zip, 'word/styles.xml', { open, close: (name) => void (name === 'w:style' && (current = null)) }, depth)
  // The base styles may form a loop in a damaged file.
  const chainOf = (style: string | undefined): DocxLook[] => {
    const chain: DocxLook[] = []
    for (let look = looks.get(style ?? ''); look && chain.length < 10; look = looks.get(look.basedOn ?? '')) chain.push(look)
    return chain
  }
  return {
    marks(style) {
      const marks: MarkSet = new Map()
      for (const look of chainOf(style)
        .filter(({ isCharacter }) => isCharacter)
        .toReversed()) {
        for (const [mark, isSet] of look.marks) marks.set(mark, isSet)
        if (/^(?:parvis code en ligne|html code)$/i.test(look.name)) marks.set('code', true)
      }
      return marks
    },
    form: (style) =>
      chainOf(style)
        .map(({ name }) => formOfStyle(name))
        .find((form) => form !== null) ?? null,
  }
}

/** Reads the addresses of the links of a part, by relationship. */
export async function readDocxLinks(zip: BoundedZip, part: string, depth: number): Promise<Map<string, string>> {
  const slash = part.lastIndexOf('/')
  const links = new Map<string, string>()
  const open = (name: string, a: XmlAttributes) => {
    const address = safeLink(a['Target'])
    if (name.endsWith('Relationship') && a['TargetMode'] === 'External' && address !== undefined) links.set(a['Id'] ?? '', address)
  }
  await readXmlPart(zip, `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`, { open }, depth)
  return links
}
