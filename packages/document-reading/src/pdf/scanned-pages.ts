import type { DocumentBuilder } from '../building/document-builder.ts'
import { countWithoutStamps } from '../text/boilerplate.ts'
import { LOW_CONFIDENCE } from '../ocr/recognised-text.ts'
import { ExtractionError } from '../failure.ts'
import type { RecognisedPage } from '../port.ts'
import type { Recogniser } from '../ocr/recognition.ts'
import { openPageImages, type PageImages } from './page-images.ts'

export type ScanReader = {
  /** Null to give up at the first image of text. */
  recogniser: Recogniser | null
  /** Pages recognised earlier, by number. */
  known?: ReadonlyMap<number, RecognisedPage>
  /** Told that a page to recognise starts: the kill deadline moves. Without a recogniser no page has time of its own. */
  onSlowPage(): void
  onRecognised?(page: RecognisedPage, ms: number): void
}

/** As much as a page of small print holds, ten times over. */
const MOST_CHARACTERS = 50_000

/** Recognises the image of a page, unless it is known already. @throws {ExtractionError} `extraction.slow` without a recogniser. */
export async function recognisePage(page: number, image: Uint8Array, { recogniser, known, onRecognised }: ScanReader): Promise<RecognisedPage> {
  const before = known?.get(page)
  if (before) return before
  if (recogniser === null) throw new ExtractionError('extraction.slow')
  const started = Date.now()
  const { text, confidence } = await recogniser.recognise(image)
  const seen = { page, text: text.slice(0, MOST_CHARACTERS), confidence }
  onRecognised?.(seen, Date.now() - started)
  return seen
}

/** What a second look at a page gave. `recognised` means read from its image. */
export type ScannedPage = { recognised: boolean; text: string }

const MIN_CHARACTERS = 20
const NOT_DRAWN = new Uint8Array(0)

/**
 * Reads again, as images, the pages that gave no text: first the text a second engine sees, then
 * character recognition. A page that fails is left out with a warning.
 */
export async function readScannedPages(
  bytes: Uint8Array,
  numbers: number[],
  { builder, scans, onPage }: { builder: DocumentBuilder; scans: ScanReader; onPage(done: number): void },
): Promise<Map<number, ScannedPage>> {
  const pages = new Map<number, ScannedPage>()
  let images: PageImages
  try {
    images = await openPageImages(bytes)
  } catch {
    return pages
  }
  const confidences: number[] = []
  let recognised = 0
  try {
    for (const [index, number] of numbers.entries()) {
      if (recognised >= builder.limits.ocrPages) {
        builder.warn('page_unread', `Document numérisé trop long : seules ${recognised} pages ont été lues par reconnaissance de caractères.`)
        break
      }
      const started = Date.now()
      builder.checkTime()
      if (scans.recogniser !== null) scans.onSlowPage()
      try {
        const text = images.text(number)
        if (countWithoutStamps(text.split('\n')) >= MIN_CHARACTERS) {
          pages.set(number, { recognised: false, text })
        } else {
          // One that is known is not drawn again.
          const image = scans.known?.has(number) ? NOT_DRAWN : await images.image(number)
          if (image) {
            const seen = await recognisePage(number, image, scans)
            recognised++
            confidences.push(seen.confidence)
            pages.set(number, { recognised: true, text: seen.text })
          }
        }
      } catch (error) {
        if (error instanceof ExtractionError) throw error
        builder.warn('page_damaged', `La page ${number} est abîmée et n’a pas pu être lue.`)
      }
      if (scans.recogniser !== null) builder.extendTime(Date.now() - started)
      onPage(index + 1)
    }
  } finally {
    images.close()
  }
  const average = confidences.reduce((sum, value) => sum + value, 0) / Math.max(1, confidences.length)
  if (confidences.length > 0 && average < LOW_CONFIDENCE)
    builder.warn('scan_uncertain', 'Numérisation difficile à lire : le texte reconnu peut contenir des erreurs.')
  return pages
}
