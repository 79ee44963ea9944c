// The other build calls what came to browsers months ago only, Map.getOrInsertComputed among others.
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- « ?url » gives the address of the file, not the file
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import { fetchOwnFile } from '../../../api/transport/own-file.ts'

export interface OpenPdf {
  pdf: PDFDocumentProxy
  /** Frees the memory and ends the worker. */
  close: () => void
}

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (address: string) => unknown }
}

/** The decoders of scanned pages; pdf.js asks for them by name. */
const decoders: Record<string, string> = { 'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg }

/** The worker's file is ours and its address is known at build time: the page's policy lets nothing else become a script. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const address = trustedTypes?.createPolicy('parvis-pdf', { createScriptURL: () => workerAddress }).createScriptURL(workerAddress) ?? workerAddress
  return new Worker(address as string, { type: 'module' })
}

/** pdf.js calls `new` on it. Only files of our own bundle are ever fetched. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = decoders[filename]
    if (address === undefined) throw new Error(`No such file in the bundle: ${filename}`)
    return fetchOwnFile(address)
  }
}

/**
 * Reads a PDF in a worker of its own. Scripts inside the document are never run: this version of pdf.js evaluates nothing,
 * and the sandbox that would is not loaded.
 * @throws when the bytes are no PDF, or when it needs a password
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const port = startWorker()
  const worker = new PDFWorker({ port } as unknown as ConstructorParameters<typeof PDFWorker>[0])
  const task = getDocument({
    data: bytes,
    worker,
    enableXfa: false,
    stopAtErrors: false,
    useWorkerFetch: false,
    BinaryDataFactory: OwnFiles,
    disableAutoFetch: true,
    verbosity: 0,
    // Above this a page is no page: 100 million pixels.
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
