import type { DocumentBuilder } from '../../building/document-builder.ts'
import { ExtractionError } from '../../failure.ts'
import { readXmlPart, type XmlAttributes } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { createBodyHandler } from './docx-body.ts'
import { readDocxNotes } from './docx-notes.ts'
import { readDocxNumbers } from './docx-numbers.ts'
import { isOn } from './docx-runs.ts'
import { readCoreTitle } from '../office-title.ts'
import { readDocxStyles } from './docx-styles.ts'

/** Reads the body of a Word document: headings by style or outline level, lists, tables, notes, page breaks. */
export async function readDocx(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  const main = zip.has('word/document.xml') ? 'word/document.xml' : zip.names.find((name) => /^word\/document\d*\.xml$/.test(name))
  if (!main) throw new ExtractionError('extraction.damaged')
  await readCoreTitle(zip, builder)
  const styles = await readDocxStyles(zip, depth)
  const numbers = await readDocxNumbers(zip, depth)
  const notes = await readDocxNotes(zip, builder)
  if (zip.has('word/comments.xml')) {
    builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
  }
  const body = createBodyHandler(builder, { styles, numbers, notes, hasBackground: await showsBackground(zip, depth) })
  await readXmlPart(zip, main, body, depth)
  if (!body.isPaginated()) builder.forgetPageNumbers()
}

/** Word paints the background of a document only where its settings say so. */
async function showsBackground(zip: BoundedZip, depth: number): Promise<boolean> {
  let isShown = false
  const open = (name: string, a: XmlAttributes) => void (name === 'w:displayBackgroundShape' && (isShown = isOn(a)))
  await readXmlPart(zip, 'word/settings.xml', { open }, depth)
  return isShown
}
