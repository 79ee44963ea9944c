import type { DocumentBuilder } from '../../building/document-builder.ts'
import { readXmlPart, type XmlHandler } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { fillOf, PAGE, type Fill } from './docx-colours.ts'
import { createRuns, SKIPPED } from './docx-runs.ts'

/** Foot- and endnotes by kind letter and identifier: “f2”, “e1”. */
export async function readDocxNotes(zip: BoundedZip, builder: DocumentBuilder): Promise<Map<string, string>> {
  const notes = new Map<string, string>()
  for (const [part, kind] of [
    ['word/footnotes.xml', 'f'],
    ['word/endnotes.xml', 'e'],
  ] as const)
    await readXmlPart(
      zip,
      part,
      createNotesHandler(builder, (id, text) => notes.set(kind + id, text)),
      builder.limits.depth,
    )
  return notes
}

function createNotesHandler(builder: DocumentBuilder, onNote: (id: string, text: string) => void): XmlHandler {
  const runs = createRuns()
  let id: string | undefined
  let text = ''
  let inText = false
  let skipping = 0
  let fill: Fill | null = null
  return {
    open(name, a) {
      if (skipping || SKIPPED.has(name)) return void skipping++
      if (runs.open(name, a)) return
      if (name === 'w:footnote' || name === 'w:endnote') {
        id = a['w:type'] ? undefined : a['w:id']
        text = ''
      } else if (name === 'w:p') fill = null
      else if (name === 'w:shd') fill = fillOf(a)
      else if (name === 'w:t') inText = true
    },
    close(name) {
      if (skipping) return void skipping--
      runs.close(name)
      if (name === 'w:t') inText = false
      else if (name === 'w:p') text += ' '
      else if ((name === 'w:footnote' || name === 'w:endnote') && id !== undefined) onNote(id, text.trim())
    },
    text(value) {
      if (!inText || skipping) return
      if (runs.isHiding(fill ?? PAGE)) builder.hiddenText()
      else text += value
    },
  }
}
