import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainText, type TrainingPair } from './pairs.ts'

type Sheet = { title?: string; description?: string; sections?: { title?: string; html?: string; text?: string }[] }
type Contribution = { title: string; answers: { generic?: { text?: string } } }

/** Reads the pairs of labour-law sheets and answers: @socialgouv/fiches-travail-data and @socialgouv/contributions-data. */
export const readLabour = (sheetsFolder: string, contributionsFolder: string): TrainingPair[] => {
  const sheets = JSON.parse(readFileSync(join(sheetsFolder, 'data', 'fiches-travail.json'), 'utf8')) as Sheet[]
  const contributions = JSON.parse(readFileSync(join(contributionsFolder, 'data', 'contributions.json'), 'utf8')) as Contribution[]
  const pairs: TrainingPair[] = []
  for (const sheet of sheets) {
    const title = sheet.title ?? ''
    pairs.push({ kind: 'titre', left: title, right: sheet.description ?? '' })
    for (const section of sheet.sections ?? []) {
      const text = plainText(section.html ?? section.text ?? '')
      for (let i = 0; i < text.length && i < 6000; i += 900) {
        pairs.push({ kind: 'paragraphe', left: `${title} ${section.title ?? ''}`, right: text.slice(i, i + 900) })
      }
    }
  }
  for (const { title, answers } of contributions) {
    for (const paragraph of (answers.generic?.text ?? '').split(/\n{2,}/)) {
      if (paragraph.length > 60) pairs.push({ kind: 'paragraphe', left: title, right: paragraph })
    }
  }
  return pairs
}
