import { createTextExtractor } from '@parvis/document-reading'
import { basename } from 'node:path'

// node packages/document-reading/example.ts rapport.pdf
const path = process.argv[2]
if (path === undefined) throw new Error('Indiquez un fichier : node packages/document-reading/example.ts rapport.pdf')

const reader = createTextExtractor()
const result = await reader.extract({ path, original_filename: basename(path) }, { signal: AbortSignal.timeout(120_000) })
await reader.close()

if (!result.ok) console.log(`Ce document n’a pas pu être lu : ${result.failure.reason}`)
else
  for (const { page, blocks } of result.document.pages) {
    console.log(page === null ? '—' : `— page ${page}`)
    for (const block of blocks) console.log(`${block.kind} : ${block.kind === 'table' ? block.rows.map((row) => row.join(' | ')).join(' / ') : block.text}`)
  }
