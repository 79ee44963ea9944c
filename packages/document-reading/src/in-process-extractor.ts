import { readFile } from 'node:fs/promises'
import { detectFormat } from './detect.ts'
import { DEFAULT_LIMITS, type ExtractionLimits } from './limits.ts'
import { parseDocument } from './parse-document.ts'
import { encodePicture } from './pictures/encode-picture.ts'
import type { TextExtractor } from './port.ts'
import { createRecogniser } from './ocr/recognition.ts'

/**
 * Creates an extractor without a child process, for tests and for files made by the application itself. A hostile file can exhaust the caller's memory, so
 * it is never used for uploads.
 */
export function createInProcessExtractor(overrides: Partial<ExtractionLimits> = {}): TextExtractor {
  const limits = { ...DEFAULT_LIMITS, ...overrides }
  const recogniser = createRecogniser()
  return {
    async extract({ path, original_filename }, { signal, onProgress = () => {}, effort = 'whole', rich = false, recognisedPages = [], onRecognised }) {
      signal.throwIfAborted()
      const bytes = await readFile(path, { signal })
      const result = await parseDocument(bytes, original_filename, {
        limits,
        scans: {
          recogniser: effort === 'whole' ? recogniser : null,
          known: new Map(recognisedPages.map((page) => [page.page, page])),
          onSlowPage() {},
          ...(onRecognised && { onRecognised }),
        },
        onProgress,
        isRich: rich,
      })
      signal.throwIfAborted()
      return result
    },
    async encodePicture({ path, original_filename }, { signal }) {
      signal.throwIfAborted()
      return encodePicture(await readFile(path, { signal }), original_filename, recogniser)
    },
    detect: detectFormat,
    peakBytes: async () => process.resourceUsage().maxRSS * 1024,
    confinedBy: async () => [],
    close: async () => {},
  }
}
