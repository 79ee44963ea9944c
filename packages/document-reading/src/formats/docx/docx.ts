import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createUnread } from '../../building/unread.ts'
import { ExtractionError } from '../../failure.ts'
import { readRelationships, readXmlPart } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { readCoreTitle } from '../office-title.ts'
import { readEmbedded } from '../ooxml/embedded.ts'
import { createBodyHandler } from './docx-body.ts'
import { writeHeadersAndFooters } from './docx-headers-footers.ts'
import { readDocxNotes } from './docx-notes.ts'
import { readDocxNumbers } from './docx-numbers.ts'
import { readImport } from './docx-imports.ts'
import { isOn } from './docx-runs.ts'
import { readDocxStyles } from './docx-styles.ts'

/**
 * Reads a Word document: headings by style or outline level, lists, tables, notes, charts, diagrams, page breaks, then its headers and footers.
 * @param nesting number of documents that import this one, one inside the other
 */
export async function readDocx(zip: BoundedZip, builder: DocumentBuilder, nesting = 0): Promise<void> {
  const { depth } = builder.limits
  const main = await mainPart(zip, depth)
  await readCoreTitle(zip, builder)
  const unread = createUnread()
  const file = { zip, builder, unread }
  const { hasBackground, hasEvenPages } = await readSettings(zip, depth)
  const sharedContext = { styles: await readDocxStyles(zip, depth), numbers: await readDocxNumbers(zip, depth), unread, hasBackground }
  const bodyContext = { ...sharedContext, notes: await readDocxNotes(file, sharedContext) }
  if (zip.has('word/comments.xml')) {
    builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
  }
  try {
    const pieces = (target: string) => readImport({ zip, builder, readDocx }, target, nesting)
    const body = createBodyHandler(builder, { ...bodyContext, embedded: await readEmbedded(file, main, [['aFChunk', pieces]]), isHead: false })
    await readXmlPart(zip, main, body, depth)
    if (!body.isPaginated()) builder.forgetPageNumbers()
    await writeHeadersAndFooters(file, main, { sections: body.sections, hasEvenPages, bodyContext })
  } finally {
    unread.warn(builder)
  }
}

/** Returns the name of the document part. @throws {ExtractionError} `extraction.damaged` */
export async function mainPart(zip: BoundedZip, depth: number): Promise<string> {
  if (zip.has('word/document.xml')) return 'word/document.xml'
  const declaredPart = [...(await readRelationships(zip, '', depth)).values()].find(({ type }) => type.endsWith('/officeDocument'))?.target
  const main = [declaredPart ?? '', ...zip.names].find((name) => name === declaredPart || /^word\/document\d*\.xml$/.test(name))
  if (!main || !zip.has(main)) throw new ExtractionError('extraction.damaged')
  return main
}

type DocxSettings = {
  /** Whether the settings enable the background of the document: Word paints it only then. */ hasBackground: boolean
  hasEvenPages: boolean
}

async function readSettings(zip: BoundedZip, depth: number): Promise<DocxSettings> {
  const settings: DocxSettings = { hasBackground: false, hasEvenPages: false }
  const open = (name: string, a: XmlAttributes) => {
    if (name === 'w:displayBackgroundShape') settings.hasBackground = isOn(a)
    else if (name === 'w:evenAndOddHeaders') settings.hasEvenPages = isOn(a)
  }
  await readXmlPart(zip, 'word/settings.xml', { open }, depth)
  return settings
}
