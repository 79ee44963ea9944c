// The legacy build: the default one calls functions that browsers have had for a few months only, such as Map.getOrInsertComputed.
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- « ?url » gives the address of the file, not the file
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import { startWorker } from '../../../api/transport/start-worker.ts'
import { fetchBundleFile } from '../../../api/transport/static-files.ts'

export interface OpenPdf {
  pdf: PDFDocumentProxy
  /** Frees the memory and ends the worker. */
  close: () => void
}

/** WebAssembly decoders of scanned images, by the file name that pdf.js asks for. */
const decoders: Record<string, string> = { 'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg }

/** Loader that pdf.js instantiates to fetch binary files. Only files of our own bundle are allowed. */
class BundledFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = decoders[filename]
    if (address === undefined) throw new Error(`No such file in the bundle: ${filename}`)
    return fetchBundleFile(address)
  }
}

/**
 * Opens a PDF in a worker of its own. Scripts in the document never run: this version of pdf.js evaluates nothing, and its scripting sandbox is not
 * loaded.
 * @throws when the bytes are not a PDF, or when it needs a password
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const port = startWorker(workerAddress)
  const worker = new PDFWorker({ port } as unknown as ConstructorParameters<typeof PDFWorker>[0])
  const task = getDocument({
    data: bytes,
    worker,
    enableXfa: false,
    stopAtErrors: false,
    useWorkerFetch: false,
    BinaryDataFactory: BundledFiles,
    disableAutoFetch: true,
    verbosity: 0,
    // In pixels; larger images are not plausible pages.
    maxImageSize: 100_000_000,
  })
  const close = () => {
    void task
      .destroy()
      .catch(() => undefined)
      .finally(() => {
        worker.destroy()
        port.terminate()
      })
  }
  try {
    return { pdf: await task.promise, close }
  } catch (error) {
    close()
    throw error
  }
}
