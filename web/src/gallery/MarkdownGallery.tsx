import { useEffect, useState } from 'react'
import { Markdown } from '../ui/content/Markdown.tsx'
import { PageTitle } from '../ui/content/PageTitle.tsx'
import styles from './Gallery.module.css'

const text = `## Projet de délibération

Le **conseil municipal** se prononce *à la majorité* des suffrages exprimés [1], conformément à l’[article L2121-29](https://www.legifrance.gouv.fr/codes) du \`code général des collectivités territoriales\`.

1. **Exposé des motifs** : pourquoi la décision est prise ;
2. Visas, dans l’ordre des normes ;
   - le code ;
   - les délibérations antérieures[^n] ;
3. Dispositif.

### Calendrier

- [x] Réunion avec le service
- [ ] Passage en commission

| Poste | Montant 2025 | Montant 2026 | Évolution |
|:------|-------------:|-------------:|----------:|
| **Voirie** | 12 000 € | 12 600 € | + 5 % |
| École | 3 400 € | 3 230 € | − 5 % |

\`\`\`sql
select poste, montant from budget where exercice = 2026 order by montant desc limit 10; -- une ligne assez longue pour défiler
\`\`\`

> Le maire est seul chargé de l’administration.

![Plan de la place](https://exemple.fr/plan.png)

[^n]: Notamment celle du 12 mars.
`
const citation = (number: number) => (
  <sup>
    <a href="#source">{number}</a>
  </sup>
)

/** A finished Markdown text, and the same text being streamed. */
export function MarkdownGallery() {
  const [length, setLength] = useState(420)
  useEffect(() => {
    if (length >= text.length) return
    const timer = setTimeout(() => setLength(length + 3), 60)
    return () => clearTimeout(timer)
  }, [length])
  return (
    <div className={styles.gallery}>
      <PageTitle>Textes</PageTitle>
      <Markdown text={text} renderCitation={citation} />
      <hr />
      <Markdown text={text.slice(0, length)} isStreaming={length < text.length} renderCitation={citation} />
    </div>
  )
}
