import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { countWithoutStamps } from '../text/boilerplate.ts'
import { createUnread, warnOfAttachments } from '../building/unread.ts'
import { tooManyPages, type DocumentBuilder } from '../building/document-builder.ts'
import { damagedAt, ExtractionError } from '../failure.ts'
import type { ProgressListener } from '../port.ts'
import { createVocabulary } from '../text/join-lines.ts'
import { writeRecognisedText } from '../ocr/recognition.ts'
import { noAnnotations, readAnnotations, type PageAnnotations } from './annotations/annotations.ts'
import { attachmentsOf } from './annotations/attachments.ts'
import { writeFormFields } from './annotations/form-fields.ts'
import { writeFractions } from './fraction-items.ts'
import { linesOf, type PdfLine } from './lines.ts'
import { openPageImages } from './page-images.ts'
import { isPicturePage } from './picture-page.ts'
import { writeScripts } from './script-items.ts'
import { chooseScans, LITTLE_TEXT_CHARACTERS, readScannedPages, type ScanReader, type ScannedPage } from './scanned-pages.ts'
import { linesOutsideTags } from './outside-tags.ts'
import { readSymbolFonts } from './symbol-items.ts'
import { readTags, textsOfBlock, writeTagged, type TaggedBlock } from './tagged.ts'
import { dropTinyText, placeTexts, type PdfTextItem } from './text-items.ts'
import { measureTypography, writeLines, type LinePage } from './untagged.ts'
import { mayShowWhiteText } from './white-ink.ts'
import { dropWhiteText } from './white-text.ts'

/** A page that was read. `characters` leaves out those of annotations, which are also added to scans. */
type PdfPage = { number: number; characters: number; annotations: PageAnnotations } & (
  | { kind: 'lines'; content: LinePage }
  | { kind: 'tagged'; blocks: TaggedBlock[]; outside: Map<number, PdfLine[]>; artifacts: PdfLine[]; height: number }
)
type WithoutCount<Page> = Page extends unknown ? Omit<Page, 'characters'> : never
type DamagedPage = { number: number; kind: 'damaged'; characters: 0 }

/** Reads a PDF: each page by its tags if they are good, otherwise by the geometry of its lines, or by character recognition if it is a scan. */
export async function readPdf(bytes: Uint8Array, builder: DocumentBuilder, scans: ScanReader, onProgress: ProgressListener): Promise<void> {
  const document = await openPdf(bytes)
  try {
    let total = document.numPages
    if (total > builder.limits.pages) throw tooManyPages(builder.limits)
    const pages: (PdfPage | DamagedPage)[] = []
    let read = 0
    const lookForWhite = mayShowWhiteText(bytes)
    for (let number = 1; number <= total; number++) {
      builder.checkTime()
      const page = await readPage(document, number, lookForWhite, builder)
      pages.push(page)
      if (page.characters >= LITTLE_TEXT_CHARACTERS) onProgress(++read, total)
    }
    if (pages.some(({ kind }) => kind === 'damaged')) {
      // This engine counts pages only up to the first damaged one: the other engine gives the number of the last page.
      const last = await lastReadablePage(bytes, builder.limits.pages)
      while (total < last) pages.push({ number: ++total, kind: 'damaged', characters: 0 })
    }
    const doubtfulPages = pages.filter(({ characters }) => characters < LITTLE_TEXT_CHARACTERS)
    const scanned = await readScannedPages(
      bytes,
      doubtfulPages.map(({ number, characters }) => ({ number, characters, isPicture: () => isPicture(document, number) })),
      { builder, scans, onPage: (done) => onProgress(read + done, total) },
    )
    await readProperties(document, builder)
    warnOfAnnotations(pages, await attachmentsOf(document, bytes), builder)
    writePages(pages, scanned, builder)
  } finally {
    await document.loadingTask.destroy()
  }
}

/** Loads the PDF engine in advance. */
export async function preparePdf(): Promise<void> {
  await getResolvedPDFJS()
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  try {
    // A copy, because the engine detaches the buffer.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, enableXfa: false, disableFontFace: true, useSystemFonts: false })
  } catch (error) {
    const isPassword = (error as Error).name === 'PasswordException'
    throw new ExtractionError(isPassword ? 'extraction.password' : 'extraction.damaged', undefined, { cause: error })
  }
}

async function lastReadablePage(bytes: Uint8Array, maxPages: number): Promise<number> {
  const images = await openPageImages(bytes).catch(() => null)
  try {
    return images?.lastPage(maxPages) ?? 0
  } finally {
    images?.close()
  }
}

async function readPage(document: PDFDocumentProxy, number: number, lookForWhite: boolean, builder: DocumentBuilder): Promise<PdfPage | DamagedPage> {
  try {
    const page = await document.getPage(number)
    const tree = await page.getStructTree().catch(() => null)
    const content = await page.getTextContent({ includeMarkedContent: tree !== null })
    await readSymbolFonts(page, content)
    const viewport = page.getViewport({ scale: 1 })
    // A malformed form must not prevent reading the text of the page.
    const annotations = await readAnnotations(page, content, viewport).catch(() => noAnnotations())
    content.items.push(...annotations.items)
    // A page whose drawing cannot be analysed is still read.
    if (lookForWhite && (await dropWhiteText(page, content).catch(() => false))) builder.hiddenText()
    if (dropTinyText(content)) builder.hiddenText()
    writeFractions(content)
    writeScripts(content)
    page.cleanup()
    const characters = (texts: string[]) => countWithoutStamps(texts) - countWithoutStamps(annotations.items.map(({ str }) => str))
    const tagged = tree && readTags(tree, content)
    if (tagged && tagged.blocks.length > 0) {
      const { blocks } = tagged
      const outside = linesOutsideTags(tagged.texts, viewport)
      const artifacts = linesOf(placeTexts(tagged.artifacts, viewport))
      const read = { number, kind: 'tagged', blocks, outside, artifacts, height: viewport.height, annotations } as const
      return { ...read, characters: characters(textsOfPage(read)) }
    }
    const items = content.items.filter((item): item is PdfTextItem => 'str' in item)
    const lines = linesOf(placeTexts(items, viewport))
    const read = { number, kind: 'lines', content: { lines, height: viewport.height }, annotations } as const
    return { ...read, characters: characters(textsOfPage(read)) }
  } catch (error) {
    if (error instanceof ExtractionError) throw error
    return { number, kind: 'damaged', characters: 0 }
  }
}

function textsOfPage(page: WithoutCount<PdfPage> | DamagedPage): string[] {
  if (page.kind === 'damaged') return []
  if (page.kind === 'lines') return page.content.lines.map(({ text }) => text)
  return [...page.blocks.flatMap(textsOfBlock), ...[...page.outside.values()].flat().map(({ text }) => text)]
}

/** Whether images cover the page. False when its drawing cannot be analysed: its text is still read. */
async function isPicture(document: PDFDocumentProxy, number: number): Promise<boolean> {
  try {
    return await isPicturePage(await document.getPage(number))
  } catch {
    return false
  }
}

async function readProperties(document: PDFDocumentProxy, builder: DocumentBuilder): Promise<void> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  builder.title((info as { Title?: string }).Title)
  const { IsXFAPresent, IsAcroFormPresent } = info as { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean }
  if (IsXFAPresent && !IsAcroFormPresent) builder.warn('content_unread', 'Formulaire dynamique (XFA) : ses champs n’ont pas été lus.')
}

function warnOfAnnotations(pages: readonly (PdfPage | DamagedPage)[], attached: string[], builder: DocumentBuilder): void {
  const all = pages.flatMap((page) => (page.kind === 'damaged' ? [] : [page.annotations]))
  // An annotation often refers to a file that the document lists too.
  warnOfAttachments([...new Set([...attached, ...all.flatMap(({ attachments }) => attachments)])], builder)
  if (all.some(({ hasHiddenText }) => hasHiddenText)) builder.hiddenText()
  if (all.some(({ hasComments }) => hasComments)) builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
  if (all.some(({ hasStruckText }) => hasStruckText))
    builder.warn('comments_ignored', 'Des passages sont barrés par des annotations : ils ont été lus comme les autres.')
  const unread = createUnread()
  for (const kind of all.flatMap(({ media }) => media)) unread.add(kind)
  unread.warn(builder)
}

function writePages(pages: (PdfPage | DamagedPage)[], scanned: Map<number, ScannedPage>, builder: DocumentBuilder): void {
  const vocabulary = createVocabulary(() => pages.flatMap(textsOfPage))
  const typography = measureTypography(
    pages.flatMap((page) => (page.kind === 'lines' ? [page.content] : [])),
    vocabulary,
  )
  const outside = pages.flatMap((page) => (page.kind === 'tagged' ? [{ lines: [...page.outside.values()].flat(), height: page.height }] : []))
  // On a tagged page, headings come from the tags only.
  const untaggedTypography = { ...measureTypography(outside, vocabulary), isHeading: () => 0 }
  const damagedPages = pages.filter(({ kind, number }) => kind === 'damaged' && !scanned.get(number))
  if (damagedPages.length === pages.length) throw new ExtractionError('extraction.damaged', pages.length > 1 ? damagedAt(1) : undefined)
  const selectArtifacts = createArtifacts(pages.flatMap((page) => (page.kind === 'tagged' ? page.blocks : [])))
  const scans = chooseScans(pages, scanned, builder)
  for (const page of pages) {
    const scan = scans.get(page.number)
    builder.page(page.number, { ocr: scan !== undefined && scan.confidence !== null })
    if (scan) {
      writeRecognisedText(scan.text, builder)
      if (page.kind !== 'damaged') for (const { str } of page.annotations.items) builder.paragraph(str)
    } else if (page.kind === 'tagged') {
      const [headerLines, footerLines] = [true, false].map((isAbove) => selectArtifacts(page.artifacts.filter(({ y }) => y < page.height / 2 === isAbove)))
      writeBoilerplate(headerLines!, builder)
      writeTagged(page.blocks, builder, {
        vocabulary,
        writeAfter: (block) => writeLines({ lines: page.outside.get(block) ?? [], height: page.height }, untaggedTypography, builder),
      })
      writeBoilerplate(footerLines!, builder)
    } else if (page.kind === 'lines') writeLines(page.content, typography, builder)
    else builder.warn('page_damaged', `La page ${page.number} est abîmée et n’a pas pu être lue.`)
    if (page.kind !== 'damaged') writeFormFields(page.annotations.fields, builder)
  }
  // Nothing was written: the failure is reported as that of the damaged page.
  if (builder.size() === 0 && damagedPages.length > 0) throw new ExtractionError('extraction.damaged', damagedAt(damagedPages[0]!.number))
}

function writeBoilerplate(lines: readonly PdfLine[], builder: DocumentBuilder): void {
  for (const { text } of lines) builder.paragraph(text, { boilerplate: true })
}

/** Replaces numbers, so that lines which differ only by a number are equal: « Page 1 », « Page 2 ». */
const maskNumbers = (text: string): string => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()

/**
 * Returns a filter of the artifact lines of tagged pages: headers, footers, watermarks. Each is kept once in the document. Page numbers alone, and table
 * headings repeated at the top of a page, are dropped.
 * @param blocks tagged blocks of all pages
 */
function createArtifacts(blocks: readonly TaggedBlock[]): (lines: readonly PdfLine[]) => PdfLine[] {
  const seenTexts = new Set(blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => maskNumbers(row.join(' '))) : [])))
  return (lines) =>
    lines.filter(({ text }) => {
      const key = maskNumbers(text)
      const isNew = /\p{L}{2}/u.test(text) && !seenTexts.has(key)
      seenTexts.add(key)
      return isNew
    })
}
