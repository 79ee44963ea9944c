import { PDFiumLibrary } from '@hyzyla/pdfium'

const DPI = 200
/** Maximum number of pixels of an image: a page of 14,400 points at 200 dpi would have 1.6 billion. */
const MAX_PIXELS = 16_000_000

/** The second PDF engine: renders pages for character recognition, and gives a second reading of the text. */
export type PageImages = {
  /** Number of the last page, from 1, that this engine can load among the first `maxPages`; 0 when there is none. */
  lastPage(maxPages: number): number
  /** Text of a page, numbered from 1, as this engine reads it. */
  text(page: number): string
  /** Renders a page at 200 dpi as a grey image (PGM). Null when the page is blank. */
  image(page: number): Promise<Uint8Array | null>
  close(): void
}

/** Opens a PDF with PDFium. */
export async function openPageImages(bytes: Uint8Array): Promise<PageImages> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  return {
    lastPage(maxPages) {
      for (let number = Math.min(document.getPageCount(), maxPages); number > 0; number--) {
        try {
          document.getPage(number - 1).getText()
          return number
        } catch {
          // Declared, but it cannot be loaded.
        }
      }
      return 0
    },
    text: (page) =>
      document
        .getPage(page - 1)
        .getText()
        // The engine writes U+FFFE for a hyphen at the end of a line, sometimes without the line break.
        .replace(/\uFFFE(?:\r?\n)?/g, '-\n'),
    async image(number) {
      const page = document.getPage(number - 1)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const scale = Math.min(DPI / 72, Math.sqrt(MAX_PIXELS / Math.max(1, originalWidth * originalHeight)))
      const { data, width, height } = await page.render({ scale, colorSpace: 'Gray', render: async ({ data: pixels }) => pixels })
      return isBlank(data) ? null : encodePgm(data, width, height)
    },
    close() {
      document.destroy()
      library.destroy()
    },
  }
}

/** Encodes grey pixels, one byte each, as a portable grey map. */
function encodePgm(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  return Buffer.concat([header, pixels.subarray(0, width * height)])
}

/** Whether a page has less ink than a page number. */
function isBlank(pixels: Uint8Array): boolean {
  const minInk = pixels.length * 0.0001
  let ink = 0
  // Eight million pixels: an iterator would take longer than rendering the page.
  for (let index = 0; index < pixels.length; index++) if (pixels[index]! < 160 && ++ink >= minInk) return false
  return true
}
