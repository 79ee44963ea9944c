declare module 'snowball-stemmers' {
  /** Port of the Snowball stemmers; a stemmer is stateful inside one call only. */
  const snowball: { newStemmer(language: 'french'): { stem(word: string): string } }
  export default snowball
}

// The part that is used of a global of Node whose types come with browsers only.
declare namespace WebAssembly {
  type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }
  type Module = { readonly kind?: unique symbol }
  type Instance = { readonly exports: Record<string, unknown> }
  const Memory: new (descriptor: { initial: number; maximum: number }) => Memory
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  const Instance: new (module: Module, imports: Record<string, Record<string, Memory>>) => Instance
}
