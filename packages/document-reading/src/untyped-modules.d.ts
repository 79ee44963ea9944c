declare module 'word-extractor' {
  type TextOptions = { filterUnicode?: boolean }
  export type WordDocument = {
    getBody(options?: TextOptions): string
    getFootnotes(options?: TextOptions): string
    getEndnotes(options?: TextOptions): string
    getHeaders(options?: TextOptions): string
    getAnnotations(options?: TextOptions): string
    getTextboxes(options?: TextOptions & { includeBody?: boolean; includeHeadersAndFooters?: boolean }): string
  }
  export default class WordExtractor {
    extract(source: string | Buffer): Promise<WordDocument>
  }
}

declare module 'tesseract.js/src/worker-script/index.js' {
  export type WorkerPacket = { workerId: string; jobId: string; action: 'load' | 'loadLanguage' | 'initialize' | 'recognize'; payload: object }
  type WorkerAnswer = { status: 'resolve' | 'reject' | 'progress'; data: unknown }
  /** What differs between a browser and Node; only what reading from an installed folder needs. */
  type WorkerAdapter = { getCore: never; gunzip(data: Uint8Array): Uint8Array; readCache(path: string): Promise<Uint8Array> }
  export type WorkerScript = { setAdapter(adapter: WorkerAdapter): void; dispatchHandlers(packet: WorkerPacket, send: (answer: WorkerAnswer) => void): void }
}
