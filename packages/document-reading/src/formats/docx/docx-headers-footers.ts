import { createBlockRecorder, textsOf } from '../../building/recorder.ts'
import { readRelationships, readXmlPart } from '../../containers/xml.ts'
import { readEmbedded, nullIfDamaged, type OfficeFile } from '../ooxml/embedded.ts'
import { createBodyHandler, type DocxSection } from './docx-body.ts'
import { PAGE_NUMBER } from './docx-fields.ts'
import type { BodyContext } from './docx-paragraphs.ts'

/**
 * Writes the headers of all sections at the start of the document and the footers at its end, as boilerplate. Each text is written once. Headers and
 * footers of first or even pages are read only if the document has such pages.
 * @param main path of the main part
 */
export async function writeHeadersAndFooters(
  file: OfficeFile,
  main: string,
  { sections, hasEvenPages, bodyContext }: { sections: readonly DocxSection[]; hasEvenPages: boolean; bodyContext: Omit<BodyContext, 'embedded' | 'isHead'> },
): Promise<void> {
  const parts = await readRelationships(file.zip, main, file.builder.limits.depth)
  const hasFirstPage = sections.some((section) => section.hasFirstPage)
  const usedHeads = sections
    .flatMap(({ headersAndFooters }) => headersAndFooters)
    .filter(({ type }) => (type === 'first' ? hasFirstPage : type === 'even' ? hasEvenPages : true))
  const read = new Set<string>()
  const writtenTexts = new Set<string>()
  for (const { kind, id } of usedHeads) {
    const part = parts.get(id)?.target
    if (!part || read.has(part)) continue
    read.add(part)
    const recorder = createBlockRecorder(file.builder)
    const body = createBodyHandler(recorder.builder, { ...bodyContext, embedded: await readEmbedded(file, part), isHead: true })
    if ((await nullIfDamaged(readXmlPart(file.zip, part, body, file.builder.limits.depth))) === null) file.unread.add('head')
    for (const text of textsOf(recorder.take()).map(withoutPageNumbers)) {
      if (text === '' || writtenTexts.has(text)) continue
      writtenTexts.add(text)
      file.builder.paragraph(text, { boilerplate: true, atStart: kind === 'header' })
    }
  }
}

const NUMBERING = new RegExp(`(?:\\b(?:pages?|p\\.|folio|feuillet)\\s*(?:n°\\s*)?)?${PAGE_NUMBER}(?:\\s*(?:/|sur|de|-)\\s*${PAGE_NUMBER})?`, 'giu')

/** Removes « Page 2 sur 5 » and the separators around it. Empty when the text is only a page number. */
function withoutPageNumbers(text: string): string {
  if (!text.includes(PAGE_NUMBER)) return text
  return text.replace(NUMBERING, '').replace(/^[\s\-–—|/•·:]+|[\s\-–—|/•·:]+$/gu, '')
}
