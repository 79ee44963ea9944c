import { createBlockRecorder, textsOf } from '../../building/recorder.ts'
import { readXmlPart } from '../../containers/xml.ts'
import { readEmbedded, type OfficeFile } from '../ooxml/embedded.ts'
import { createBodyHandler } from './docx-body.ts'
import type { BodyContext } from './docx-paragraphs.ts'

/** Reads footnotes and endnotes, by kind letter and identifier: “f2”, “e1”. Separators are left out. */
export async function readDocxNotes(file: OfficeFile, bodyContext: Omit<BodyContext, 'embedded' | 'notes' | 'isHead'>): Promise<Map<string, string>> {
  const notes = new Map<string, string>()
  for (const [part, kind] of [
    ['word/footnotes.xml', 'f'],
    ['word/endnotes.xml', 'e'],
  ] as const) {
    if (!file.zip.has(part)) continue
    const recorder = createBlockRecorder(file.builder)
    const body = createBodyHandler(recorder.builder, { ...bodyContext, notes: new Map(), embedded: await readEmbedded(file, part), isHead: false })
    let id: string | undefined
    await readXmlPart(
      file.zip,
      part,
      {
        open(name, a) {
          if (name !== 'w:footnote' && name !== 'w:endnote') return body.open(name, a)
          id = (a['w:type'] ?? 'normal') === 'normal' ? a['w:id'] : undefined
          recorder.take()
        },
        close(name) {
          if (name !== 'w:footnote' && name !== 'w:endnote') return body.close(name)
          if (id !== undefined) notes.set(kind + id, textsOf(recorder.take()).join(' '))
        },
        text: body.text,
      },
      file.builder.limits.depth,
    )
  }
  return notes
}
