import { createMarkdownReader } from '@parvis/markdown'
import { toDocx, toOdt } from '@parvis/office-writing'
import { cleanDocx, cleanOdt } from '@parvis/office-writing/letterhead'
import { readFileSync, writeFileSync } from 'node:fs'

// node packages/office-writing/example.ts texte.md en-tete.docx note.docx
const [source, letterhead, target] = process.argv.slice(2)
if (source === undefined || letterhead === undefined || target === undefined)
  throw new Error('Indiquez un texte, un papier à en-tête et le fichier à faire : node packages/office-writing/example.ts texte.md en-tete.docx note.docx')

const now = new Date()
const report = {
  title: 'Note',
  facts: ['Faite par l’exemple'],
  date: now.toISOString(),
  dateInWords: now.toLocaleDateString('fr-FR', { dateStyle: 'long' }),
  author: 'Exemple',
  description: 'Fait par packages/office-writing/example.ts',
  keywords: 'exemple',
  blocks: createMarkdownReader().read(readFileSync(source, 'utf8'), 1),
}
const [clean, write] = letterhead.endsWith('.odt') ? [cleanOdt, toOdt] : [cleanDocx, toDocx]
writeFileSync(target, write(report, await clean(readFileSync(letterhead))))
console.log(`${target} est écrit.`)
