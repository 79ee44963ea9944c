import { findReferences } from '@parvis/legal-references'
import { readFileSync } from 'node:fs'

// node packages/legal-references/example.ts deliberation.txt
const path = process.argv[2]
if (path === undefined) throw new Error('Indiquez un texte : node packages/legal-references/example.ts deliberation.txt')

const text = readFileSync(path, 'utf8')
for (const { start, end, code, articles } of findReferences(text)) console.log(`${code ?? '?'} ${articles.join(', ')}  « ${text.slice(start, end)} »`)
