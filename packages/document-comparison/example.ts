import { compareDocuments, type ComparedBlock } from '@parvis/document-comparison'
import { readFileSync } from 'node:fs'

// node packages/document-comparison/example.ts ancien.txt nouveau.txt
const [before, after] = process.argv.slice(2)
if (before === undefined || after === undefined) throw new Error('Indiquez deux textes : node packages/document-comparison/example.ts ancien.txt nouveau.txt')

// One paragraph per line, a heading after a #; packages/document-reading gives the same structure for a file of any format.
const read = (path: string) => ({
  pages: [
    {
      page: null,
      blocks: readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((text): ComparedBlock => (text.startsWith('# ') ? { kind: 'heading', level: 1, text: text.slice(2) } : { kind: 'paragraph', text })),
    },
  ],
})
const { changes, figures } = compareDocuments(read(before), read(after))

const unit = (noun: string | undefined) => (noun === undefined ? '' : ` ${noun}`)
if (changes.length === 0) console.log('Aucun changement de fond.')
for (const figure of figures) console.log(`${figure.before}${unit(figure.before_unit)} → ${figure.after}${unit(figure.after_unit)}  (${figure.label ?? ''})`)
const names = { added: 'Ajouté', removed: 'Retiré', changed: 'Modifié', moved: 'Déplacé' }
const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const
for (const { kind, words, before: old, after: next } of changes)
  console.log(`${names[kind]} : ${words?.map((part) => marks[part.kind].join(part.text)).join('') ?? next?.text ?? old?.text}`)
