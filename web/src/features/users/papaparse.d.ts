/** What is used of it. */
declare module 'papaparse/papaparse.min.js' {
  const Papa: { parse<Row>(text: string, options: { delimiter: string; preview: number }): { data: Row[] } }
  export default Papa
}
