import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createWorker, type Worker } from 'tesseract.js'

/** Text seen in an image, with a confidence from 0 to 100. */
export type RecognisedText = { text: string; confidence: number }

/** French character recognition, loaded at the first image and kept until `close`. */
export type Recogniser = {
  /** `image` is a whole file: PNG, JPEG, TIFF or PGM. Rejects when it is not one. */
  recognise(image: Uint8Array): Promise<RecognisedText>
  close(): Promise<void>
}

/** Nothing is downloaded: the language data is an installed package. */
export function createRecogniser(): Recogniser {
  let worker: Promise<Worker> | null = null
  return {
    async recognise(image) {
      const { data } = await (await (worker ??= startWorker())).recognize(Buffer.from(image.buffer, image.byteOffset, image.byteLength))
      return { text: data.text, confidence: data.confidence }
    },
    async close() {
      const running = worker
      worker = null
      await (await running)?.terminate()
    },
  }
}

async function startWorker(): Promise<Worker> {
  const data = createRequire(import.meta.url).resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz')
  return createWorker('fra', 1, {
    // A folder of this machine: without it the engine would download its data.
    langPath: dirname(data),
    gzip: true,
    cacheMethod: 'none',
    // Without a handler of errors the engine throws out of reach of its caller.
    errorHandler: () => {},
  })
}
