import type { DocumentBuilder } from '../../building/document-builder.ts'
import { localName, readRelationships, readXmlPart, type XmlAttributes } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { subscript, superscript } from '../../text/scripts.ts'
import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { warnUnread } from './sheet-warnings.ts'

/** A sheet whose rows were read. `controls`: relationship of each form control, by the identifier of its shape. */
type Sheet = { name: string; part: string; controls: ReadonlyMap<string, string> }

/** Reads the text boxes, the shapes and the check boxes of a sheet; content without text is named in a warning. */
export async function readSheetDrawings(zip: BoundedZip, sheet: Sheet, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  const parts = await readRelationships(zip, sheet.part, depth)
  const boxes = await readCheckBoxes(zip, sheet.controls, parts, depth)
  const unread = { pictures: 0, charts: 0, diagrams: 0, objects: 0 }
  for (const { target, type } of parts.values()) {
    if (type.endsWith('/oleObject') || type.endsWith('/package')) unread.objects++
    if (!type.endsWith('/drawing')) continue
    const drawing = createDrawingHandler(builder, boxes)
    await readXmlPart(zip, target, drawing.handler, depth)
    unread.pictures += drawing.pictures()
    unread.charts += drawing.charts.length
    unread.diagrams += drawing.diagrams.length
  }
  warnUnread(builder, sheet.name, unread)
}

type Parts = Awaited<ReturnType<typeof readRelationships>>

/** The box that each check box or option button of a sheet shows, by the identifier of its shape. */
async function readCheckBoxes(zip: BoundedZip, controls: ReadonlyMap<string, string>, parts: Parts, depth: number): Promise<Map<string, string>> {
  const boxes = new Map<string, string>()
  for (const [shape, relationship] of controls) {
    const part = parts.get(relationship)?.target
    const open = (name: string, a: XmlAttributes) => {
      if (localName(name) !== 'formControlPr') return
      const isBox = a['objectType'] === 'CheckBox' || a['objectType'] === 'Radio'
      boxes.set(shape, isBox ? (a['checked'] === 'Checked' ? TICKED : UNTICKED) : '')
    }
    if (part) await readXmlPart(zip, part, { open }, depth)
  }
  return boxes
}

type Shape = { id: string; isHidden: boolean; lines: string[] }

/** Reads a drawing part: each shape with a text is a paragraph; pictures are counted, charts and diagrams listed by relationship. */
function createDrawingHandler(builder: DocumentBuilder, boxes: ReadonlyMap<string, string>) {
  const charts: string[] = []
  const diagrams: string[] = []
  const shapes: Shape[] = []
  let pictures = 0
  let skipping = 0
  let inText = false
  let baseline = 0
  const line = (): string[] | undefined => shapes.at(-1)?.lines
  const append = (text: string) => {
    const lines = line()
    if (lines && lines.length > 0) lines[lines.length - 1] += text
  }
  const end = () => {
    const shape = shapes.pop()
    if (!shape) return
    const box = boxes.get(shape.id)
    const text = shape.lines.join('\n').trim()
    // Form controls are marked as hidden, for applications that do not know them.
    if (shape.isHidden && box === undefined) return void (text && builder.hiddenText())
    builder.paragraph(`${box ?? ''} ${text}`)
  }
  return {
    charts,
    diagrams,
    pictures: () => pictures,
    handler: {
      open(name: string, a: XmlAttributes) {
        const local = localName(name)
        if (skipping || local === 'Fallback') return void skipping++
        if (local === 'sp') shapes.push({ id: '', isHidden: false, lines: [] })
        else if (local === 'pic') pictures++
        else if (local === 'cNvPr') {
          const shape = shapes.at(-1)
          if (shape) Object.assign(shape, { id: a['id'] ?? '', isHidden: a['hidden'] === '1' || a['hidden'] === 'true' })
        } else if (local === 'chart') charts.push(idIn(a))
        else if (local === 'relIds') diagrams.push(idIn(a))
        else if (local === 'p') line()?.push('')
        else if (local === 'br') append('\n')
        else if (local === 'r') baseline = 0
        else if (local === 'rPr') baseline = Number(a['baseline']) || 0
        else if (local === 't') inText = true
      },
      close(name: string) {
        if (skipping) return void skipping--
        const local = localName(name)
        if (local === 't') inText = false
        else if (local === 'sp') end()
      },
      text(text: string) {
        if (skipping || !inText) return
        const before = line()?.at(-1) ?? ''
        append(baseline > 0 ? superscript(text, before) : baseline < 0 ? subscript(text, before) : text)
      },
    },
  }
}

/** The relationship that an element refers to: of a chart, or of the data of a diagram. */
const idIn = (a: XmlAttributes): string => Object.entries(a).find(([name]) => /:(?:id|dm)$/.test(name))?.[1] ?? ''
