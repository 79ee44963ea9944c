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
