import { closeOpenMarkup, toHtml, toPlainText } from '@parvis/markdown'
import { readFileSync } from 'node:fs'

// node packages/markdown/example.ts reponse.md
const path = process.argv[2]
if (path === undefined) throw new Error('Indiquez un texte : node packages/markdown/example.ts reponse.md')

const answer = readFileSync(path, 'utf8')
const halfAnswer = answer.slice(0, answer.length / 2)
console.log(`À mi-chemin :\n${toHtml(closeOpenMarkup(halfAnswer))}\n\nEn HTML :\n${toHtml(answer)}\n\nEn texte :\n${toPlainText(answer)}`)
