import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { CorpusArticle } from '@parvis/contract'

/** Description of a corpus: everything but its articles. */
type CorpusDescription = { name: string; source: string; extracted_on: string; codes: readonly { id: string; title: string }[] }

const dila = { licence: 'Licence Ouverte 2.0', attribution: 'Direction de l’information légale et administrative (DILA)' }

/** Writes a corpus of the DILA article by article: the text of a large corpus is longer than a string may be. */
export async function writeCorpus(path: string, { name, source, extracted_on, codes }: CorpusDescription, articles: readonly CorpusArticle[]): Promise<void> {
  const header = {
    format: 'parvis-corpus',
    version: 1,
    name,
    source,
    ...dila,
    extracted_on,
    codes: codes.map(({ id, title }) => ({ id, title, abbreviations: [] })),
  }
  const stream = createWriteStream(path)
  stream.write(`${JSON.stringify(header).slice(0, -1)},"articles":[\n`)
  for (const [index, article] of articles.entries()) stream.write(`${index === 0 ? '' : ',\n'}${JSON.stringify(article)}`)
  stream.end('\n]}\n')
  await finished(stream)
}
