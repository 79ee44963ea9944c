import type { DocumentBuilder } from '../building/document-builder.ts'
import { countWithoutStamps } from '../text/boilerplate.ts'
import { LOW_CONFIDENCE, type Recogniser } from '../ocr/recognition.ts'
import { ExtractionError } from '../failure.ts'
import type { RecognisedPage } from '../port.ts'
import { openPageImages, type PageImages } from './page-images.ts'

export type ScanReader = {
  /** Null to fail with `extraction.slow` at the first scanned page. */
  recogniser: Pick<Recogniser, 'recognise'> | null
  /** Pages recognised by an earlier reading, by number. */
  known?: ReadonlyMap<number, RecognisedPage>
  /** Called when the recognition of a page starts, so that the kill deadline moves. Not called without a recogniser. */
  onSlowPage(): void
  onRecognised?(page: RecognisedPage, ms: number): void
}

/** Maximum number of characters of a recognised page: ten times a page of small print. */
const MAX_PAGE_CHARACTERS = 50_000

/**
 * Recognises the image of a page, unless it is already known.
 * @throws {ExtractionError} `extraction.slow` without a recogniser
 */
export async function recognisePage(page: number, image: Uint8Array, { recogniser, known, onRecognised }: ScanReader): Promise<RecognisedPage> {
  const before = known?.get(page)
  if (before) return before
  if (recogniser === null) throw new ExtractionError('extraction.slow')
  const startedAt = performance.now()
  const { text, confidence } = await recogniser.recognise(image)
  const scannedPage = { page, text: text.slice(0, MAX_PAGE_CHARACTERS), confidence }
  onRecognised?.(scannedPage, Math.round(performance.now() - startedAt))
  return scannedPage
}

/** Number of characters, stamps of the préfecture excluded, below which a page is read as an image. */
const NO_TEXT_CHARACTERS = 20
/** Number of characters below which a page covered by a picture is read as an image too: its text may be a signature or a banner over a scan. */
export const LITTLE_TEXT_CHARACTERS = 400

/** A page whose text may be incomplete. */
type DoubtfulPage = { number: number; characters: number; isPicture(): Promise<boolean> }

/** Text of a page read as an image. `confidence`: null when the second engine found the text, without recognition. */
export type ScannedPage = { text: string; confidence: number | null }

const NO_IMAGE = new Uint8Array(0)

/**
 * Reads again, as images, the pages without text, or with little text over a picture. First the text found by a second engine, then character recognition.
 * A page that fails is left out with a warning.
 */
export async function readScannedPages(
  bytes: Uint8Array,
  doubtfulPages: DoubtfulPage[],
  { builder, scans, onPage }: { builder: DocumentBuilder; scans: ScanReader; onPage(done: number): void },
): Promise<Map<number, ScannedPage>> {
  const pages = new Map<number, ScannedPage>()
  let images: PageImages | null = null
  let recognisedCount = 0
  try {
    for (const [index, page] of doubtfulPages.entries()) {
      const startedAt = performance.now()
      builder.checkTime()
      if (page.characters < NO_TEXT_CHARACTERS || scans.known?.has(page.number) || (await page.isPicture())) {
        if (recognisedCount >= builder.limits.ocrPages) {
          builder.warn('page_unread', unreadSentence(recognisedCount, doubtfulPages.slice(index)))
          break
        }
        images ??= await openPageImages(bytes).catch(() => null)
        if (images === null) return pages
        if (scans.recogniser !== null) scans.onSlowPage()
        const scannedPage = await readScannedPage(page, images, { builder, scans })
        if (scannedPage) pages.set(page.number, scannedPage)
        if (scannedPage && scannedPage.confidence !== null) recognisedCount++
        if (scans.recogniser !== null) builder.extendTime(performance.now() - startedAt)
      }
      onPage(index + 1)
    }
  } finally {
    images?.close()
  }
  return pages
}

/** Warning for a document with too many scanned pages. The pages with a little text are not tested for being scans, which would take long. */
function unreadSentence(recognisedCount: number, unreadPages: readonly DoubtfulPage[]): string {
  const unread = unreadPages.filter(({ characters }) => characters < NO_TEXT_CHARACTERS).length
  const pages = (count: number, one: string, many: string) => (count > 1 ? `${count.toLocaleString('fr-FR')} pages ${many}` : `${count} page ${one}`)
  return (
    `Document numérisé trop long : seulement ${pages(recognisedCount, 'a été lue', 'ont été lues')} par reconnaissance de caractères. À partir de la page ${unreadPages[0]!.number}, ` +
    [
      ...(unread > 0 ? [pages(unread, 'sans texte n’a pas été lue', 'sans texte n’ont pas été lues')] : []),
      ...(unread < unreadPages.length ? ['des pages numérisées qui ont un peu de texte, seul ce texte a été lu'] : []),
    ].join(' ; ') +
    '.'
  )
}

/** Reads one page as an image. Null when it is blank or damaged. */
async function readScannedPage(
  { number, characters }: DoubtfulPage,
  images: PageImages,
  { builder, scans }: { builder: DocumentBuilder; scans: ScanReader },
): Promise<ScannedPage | null> {
  try {
    const text = images.text(number)
    if (countWithoutStamps(text.split('\n')) >= (characters < NO_TEXT_CHARACTERS ? NO_TEXT_CHARACTERS : LITTLE_TEXT_CHARACTERS))
      return { text, confidence: null }
    // A page that is already known is not rendered again.
    const image = scans.known?.has(number) ? NO_IMAGE : await images.image(number)
    return image && (await recognisePage(number, image, scans))
  } catch (error) {
    if (error instanceof ExtractionError) throw error
    if (characters < NO_TEXT_CHARACTERS) builder.warn('page_damaged', `La page ${number} est abîmée et n’a pas pu être lue.`)
    else builder.warn('page_unread', `L’image de la page ${number} n’a pas pu être lue : seul le texte écrit par-dessus l’a été.`)
    return null
  }
}

/** Confidence below which a recognised text may be noise: photographs give some hundred signs below it, legible scans are above it. */
const NOISE_CONFIDENCE = 50

/**
 * Chooses the scanned pages to write instead of the text layer: those whose text is longer, because the image shows the text layer too. What may be the
 * noise of a photograph never replaces a text.
 */
export function chooseScans(
  pages: readonly Pick<DoubtfulPage, 'number' | 'characters'>[],
  scanned: ReadonlyMap<number, ScannedPage>,
  builder: DocumentBuilder,
): Map<number, ScannedPage> {
  const fuller = new Map<number, ScannedPage>()
  const unread: number[] = []
  for (const { number, characters } of pages) {
    const scannedPage = scanned.get(number)
    if (!scannedPage || countWithoutStamps(scannedPage.text.split('\n')) <= characters * 1.5 + 10) continue
    if (characters >= NO_TEXT_CHARACTERS && scannedPage.confidence !== null && scannedPage.confidence < NOISE_CONFIDENCE) unread.push(number)
    else fuller.set(number, scannedPage)
  }
  if (unread.length > 0)
    builder.warn(
      'page_unread',
      `Image de page entière où rien n’a pu être lu, sinon le texte écrit par-dessus : ${unread.length > 1 ? 'pages' : 'page'} ${unread.join(', ')}.`,
    )
  const confidences = [...fuller.values()].flatMap(({ confidence }) => confidence ?? [])
  const average = confidences.reduce((sum, value) => sum + value, 0) / Math.max(1, confidences.length)
  if (confidences.length > 0 && average < LOW_CONFIDENCE)
    builder.warn('scan_uncertain', 'Numérisation difficile à lire : le texte reconnu peut contenir des erreurs.')
  return fuller
}
