import { createDetector } from '@parvis/personal-data'
import { readFileSync } from 'node:fs'

// node packages/personal-data/example.ts lettre.txt
const path = process.argv[2]
if (path === undefined) throw new Error('Indiquez un texte : node packages/personal-data/example.ts lettre.txt')

const text = readFileSync(path, 'utf8')
for (const { start, end, kind, confidence, reason } of createDetector().find(text))
  console.log(`${kind} ${confidence} (${reason})  « ${text.slice(start, end)} »`)
