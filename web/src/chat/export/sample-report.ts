import type { DocumentReport } from '@parvis/office-writing'
import { answerReport } from './report.ts'

const sampleMarkdown = `# Exemple de document

Cet exemple montre ce que deviennent les réponses exportées sur le papier à en-tête de votre organisme.

## Une liste

- Premier point
- Deuxième point, en **gras** et en *italique*
  - Point imbriqué

1. Première étape
2. Deuxième étape

## Un tableau

| Poste | Prévu (€) | Réalisé (€) |
|-------|----------:|------------:|
| Charges générales | 125 000 | 118 432 |
| Personnel | 980 000 | 985 120 |

> Une citation, suivie d’une note[^1].

[^1]: Le texte de la note.
`

/** Sample report that contains each kind of block once, to preview a letterhead. */
export function sampleReport(date: string): DocumentReport {
  const context = { name: 'Exemple de document', title: null, project: 'Nom du projet', begun: null, changes: [], date }
  return answerReport(context, { role: 'assistant', content: sampleMarkdown, status: 'complete', finish_reason: 'stop', error: null, sources: [] })
}
