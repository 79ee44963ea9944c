import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { WorkerPacket, WorkerScript } from 'tesseract.js/src/worker-script/index.js'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { isReceiptStamp } from '../text/boilerplate.ts'
import { joinLines } from '../text/join-lines.ts'

/** Text recognised in an image, with a confidence from 0 to 100. */
type RecognisedText = { text: string; confidence: number }

/** French character recognition. The engine is loaded at the first image and reused. */
export type Recogniser = {
  /** Recognises the text of an image file: PNG, JPEG, TIFF or PGM. Rejects for any other file. */
  recognise(image: Uint8Array): Promise<RecognisedText>
  /** Decodes such an image, and encodes it as a PNG that is not interlaced. Nothing is recognised. */
  toPng(image: Uint8Array): Promise<Uint8Array>
}

type EngineCall = (action: WorkerPacket['action'], payload: object) => Promise<unknown>

/**
 * Creates a recogniser that runs in the calling thread and blocks it. The engine's worker script is called directly, because the confined child may not
 * start a thread. Nothing is downloaded: the language data is an installed package.
 */
export function createRecogniser(): Recogniser {
  let engine: Promise<EngineCall> | null = null
  const startedEngine = () =>
    (engine ??= startEngine().catch((error: unknown) => {
      // The next page retries.
      engine = null
      throw error
    }))
  return {
    async toPng(image) {
      const callEngine = await startedEngine()
      const data = (await callEngine('recognize', { image, options: {}, output: { text: false, imageColor: true } })) as { imageColor: string }
      return Buffer.from(data.imageColor.slice(data.imageColor.indexOf(',') + 1), 'base64')
    },
    async recognise(image) {
      const callEngine = await startedEngine()
      const data = (await callEngine('recognize', { image, options: {}, output: { text: true } })) as RecognisedText
      return { text: data.text, confidence: data.confidence }
    },
  }
}

async function startEngine(): Promise<EngineCall> {
  const require = createRequire(import.meta.url)
  const script = require('tesseract.js/src/worker-script/index.js') as WorkerScript
  script.setAdapter({
    getCore: require('tesseract.js/src/worker-script/node/getCore.js') as never,
    gunzip: gunzipSync,
    readCache: (path) => readFile(path),
  })
  const ask: EngineCall = (action, payload) =>
    new Promise((resolve, reject) => {
      script.dispatchHandlers({ workerId: 'fra', jobId: action, action, payload }, ({ status, data }) => {
        if (status === 'resolve') resolve(data)
        else if (status === 'reject') reject(new Error(String(data)))
      })
    })
  const data = require.resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz')
  await ask('load', { options: { lstmOnly: true, logging: false } })
  // A local folder: without it the engine would download its data.
  await ask('loadLanguage', { langs: 'fra', options: { langPath: dirname(data), gzip: true, cacheMethod: 'none', lstmOnly: true } })
  await ask('initialize', { langs: 'fra', oem: 1, config: {} })
  return ask
}

/** Confidence, of 100, below which a warning says that the reading is uncertain. */
export const LOW_CONFIDENCE = 60

/** Writes a text recognised in an image. Blank lines separate paragraphs, words hyphenated at line ends are joined, stamps are separate paragraphs. */
export function writeRecognisedText(text: string, builder: DocumentBuilder): void {
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block
      .split('\n')
      .map((line) => line.trim())
      .filter(isReadable)
    const textLines: string[] = []
    for (const line of lines) {
      // In the same paragraph as other text, a stamp would make the search ignore all of it.
      if (isReceiptStamp(line)) builder.paragraph(line, { boilerplate: true })
      else textLines.push(line)
    }
    if (textLines.length > 0) builder.paragraph(textLines.reduce((before, after) => joinLines(before, after)))
  }
}

/** Whether a line has at least two letters or digits in a row. Stains and rules are recognised as a few symbols. */
function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(line)
}
