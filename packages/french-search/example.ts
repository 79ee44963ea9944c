import { searchIndex, createMessageSearch, createPassageCutter, defaultRankingWeights, MIN_RELEVANCE, startIndex } from '@parvis/french-search'
import { readFileSync } from 'node:fs'

// node packages/french-search/example.ts reglement.txt « Une question, comme on la pose »
const [path, question] = process.argv.slice(2)
if (path === undefined || question === undefined)
  throw new Error('Indiquez un texte et une question : node packages/french-search/example.ts reglement.txt "…"')

// One paragraph per line, a heading after a #; packages/document-reading gives the same structure for a file of any format.
const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
const blocks = lines.map((text) => (text.startsWith('# ') ? { kind: 'heading' as const, level: 1, text: text.slice(2) } : { kind: 'paragraph' as const, text }))
const cutting = createPassageCutter()
const passages: { position: number; text: string; terms: string }[] = []
const document = { title: null, format: 'txt' as const, pages: [{ page: null, label: null, ocr: false, blocks }] }
for await (const { rows } of cutting.cut(document, AbortSignal.timeout(60_000))) passages.push(...(JSON.parse(rows) as typeof passages))
await cutting.close()

const index = startIndex({ weights: defaultRankingWeights, space: { kind: 'terms' } }, () => {})
await index.add([{ index_no: 1, lines: passages.map(({ position, terms }) => `${position} ${terms}`) }])

const searches = createMessageSearch().searchesFor(question)
const candidates = await searchIndex(searches, 3, ({ analysed }, limit) => index.search({ ...analysed, allowed: null, limit }))
await index.close()

const answers = candidates.filter(({ relevance }) => relevance >= MIN_RELEVANCE)
if (answers.length === 0) console.log('Rien n’y répond.')
for (const { position, relevance } of answers.slice(0, 3)) console.log(`${relevance.toFixed(2)}  ${passages[position]?.text}`)
