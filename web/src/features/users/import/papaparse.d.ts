/** What is used of it. */
declare module 'papaparse/papaparse.min.js' {
  /** `row`: rank among those of `data`. */
  interface Fault {
    type: string
    code: string
    row?: number
  }
  const Papa: { parse<Row>(text: string, options: { delimiter: string; preview: number }): { data: Row[]; errors: Fault[] } }
  export default Papa
}
