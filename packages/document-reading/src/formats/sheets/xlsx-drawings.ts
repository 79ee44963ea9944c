import type { DocumentBuilder } from '../../building/document-builder.ts'
import { writeBlocks } from '../../building/recorder.ts'
import { createUnread } from '../../building/unread.ts'
import { localName, readRelationships, readXmlPart, type XmlHandler } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { createDrawingText } from '../ooxml/drawing-text.ts'
import { readEmbedded, type Embedded, type OfficeFile } from '../ooxml/embedded.ts'

/** A sheet whose rows have been read. `controls`: relationship id of each form control, by the id of its shape. */
type ReadSheetPart = { name: string; part: string; controls: ReadonlyMap<string, string> }

/** Reads the text boxes, shapes and check boxes of a sheet. Content without text is named in a warning. */
export async function readSheetDrawings(zip: BoundedZip, sheet: ReadSheetPart, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  const parts = await readRelationships(zip, sheet.part, depth)
  const boxes = await readCheckBoxes(zip, sheet.controls, parts, depth)
  const file = { zip, builder, unread: createUnread() }
  for (const { target, type } of parts.values()) {
    if (type.endsWith('/oleObject') || type.endsWith('/package')) file.unread.add('object')
    if (type.endsWith('/drawing')) await readXmlPart(zip, target, createDrawingHandler(file, boxes, await readEmbedded(file, target)), depth)
  }
  file.unread.warn(builder, `de la feuille « ${sheet.name} »`)
}

type Relationships = Awaited<ReturnType<typeof readRelationships>>

/** Returns the box displayed by each check box or option button of a sheet, by the id of its shape. Empty text for other controls. */
async function readCheckBoxes(zip: BoundedZip, controls: ReadonlyMap<string, string>, parts: Relationships, depth: number): Promise<Map<string, string>> {
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

type DrawnShape = { id: string; isHidden: boolean; lines: string[] }

/** Reads a drawing part. Each shape with text is a paragraph; charts and diagrams are written in place; pictures are counted as unread. */
function createDrawingHandler({ builder, unread }: OfficeFile, boxes: ReadonlyMap<string, string>, embedded: Embedded): XmlHandler {
  const shapes: DrawnShape[] = []
  let skipDepth = 0
  const drawingText = createDrawingText(
    (line) => void shapes.at(-1)?.lines.push(line),
    () => unread.add('formula'),
    builder.struckText,
  )
  const end = () => {
    const shape = shapes.pop()
    if (!shape) return
    const boxText = boxes.get(shape.id)
    const text = shape.lines.join('\n').trim()
    // Form controls are marked as hidden, for applications that do not support them.
    if (shape.isHidden && boxText === undefined) return void (text && builder.hiddenText())
    builder.paragraph(`${boxText ?? ''} ${text}`)
  }
  return {
    open(name, a) {
      if (skipDepth || name === 'mc:Fallback') return void skipDepth++
      if (name === 'xdr:sp') shapes.push({ id: '', isHidden: false, lines: [] })
      else if (name === 'xdr:pic') unread.add('image')
      else if (name === 'xdr:cNvPr') {
        const shape = shapes.at(-1)
        if (shape) Object.assign(shape, { id: a['id'] ?? '', isHidden: a['hidden'] === '1' || a['hidden'] === 'true' })
      }
      writeBlocks(embedded.open(name, a) ?? [], builder)
      drawingText.open(name, a)
    },
    close(name) {
      if (skipDepth) return void skipDepth--
      drawingText.close(name)
      if (name === 'xdr:sp') end()
    },
    text(text) {
      if (!skipDepth) drawingText.text(text)
    },
  }
}
