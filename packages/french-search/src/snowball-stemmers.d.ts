declare module 'snowball-stemmers' {
  /** Port of the Snowball stemmers; a stemmer is stateful inside one call only. */
  const snowball: { newStemmer(language: 'french'): { stem(word: string): string } }
  export default snowball
}
