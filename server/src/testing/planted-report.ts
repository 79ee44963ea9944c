import type { Source } from '@parvis/contract'
import { makeDocx, wordParagraph } from '@parvis/document-reading/fixtures'
import { makePdf } from '../../../e2e/support/make-pdf.ts'

/** Pages of a report of about 700 kB, with facts that occur only once in it. */
type Planted = { pages: string[][]; facts: { text: string; page: number }[] }

export function plant(count = 300, perPage = 4): Planted {
  const facts: Planted['facts'] = []
  const pages = Array.from({ length: count }, (_, at) => {
    const lines = Array.from({ length: 26 }, (_, line) => `Ligne ${line} de la page ${at + 1}, qui rend compte en détail des travaux de la commune et de ses services.`) // oxfmt-ignore
    for (let rank = 0; rank < perPage; rank += 1) {
      const number = at * perPage + rank + 1
      const text = `FAIT-${String(number).padStart(4, '0')} vaut ${number * 137} euros au budget.`
      facts.push({ text, page: at + 1 })
      lines[3 + rank * 6] = text
    }
    return lines
  })
  return { pages, facts }
}

export const asText = ({ pages }: Planted): string => pages.map((lines) => lines.join('\n\n')).join('\n\n')
export const asPdf = ({ pages }: Planted): Uint8Array<ArrayBuffer> => new Uint8Array(makePdf(pages))
/** Writes the report as a Word file, with the page marks that Word leaves. */
export function asDocx({ pages }: Planted): Uint8Array<ArrayBuffer> {
  const mark = '<w:p><w:r><w:lastRenderedPageBreak/><w:t> </w:t></w:r></w:p>'
  return new Uint8Array(makeDocx(pages.map((lines) => lines.map((line) => wordParagraph(line)).join('')).join(mark)))
}

/** Counts the facts in an answer that cite one source only, with the right page and text. */
export function foundFacts({ facts }: Planted, answer: string, sources: readonly Source[], hasPages: boolean): number {
  const lines = answer.split('\n')
  const found = facts.filter(({ text, page }) => {
    const line = lines.find((line) => line.includes(text))
    const cited = [...(line?.matchAll(/\[(\d+)\]/g) ?? [])].map(([, number]) => Number(number))
    const source = sources.find(({ number }) => number === cited[0])
    return cited.length === 1 && source !== undefined && source.extract.includes(text) && source.page === (hasPages ? page : null)
  })
  return found.length
}
