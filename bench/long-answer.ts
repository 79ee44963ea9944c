import { tokensOf } from '../e2e/support/servers/reciting-model.ts'

/** Chapter with the elements that cost most while they grow: lists with blank lines, a long table, a long code block. */
const chapter = (index: number) => `## ${index}. Mise en œuvre du volet ${index}

Le **conseil municipal** délibère *à la majorité* (voir l’[article L2121-29](https://www.legifrance.gouv.fr/codes) et la note[^${index}]). Le service instructeur vérifie que la demande est complète, que les pièces sont lisibles et que le délai de \`${index * 15} jours\` n’est pas dépassé ; il en informe la personne par écrit.

### Étapes du volet ${index}

${Array.from({ length: 8 }, (_, step) => `${step + 1}. **Étape ${step + 1}** : saisir le service compétent, puis consigner la réponse.\n\n   - avis du service juridique, _sous huitaine_ ;\n   - visa de la direction\n`).join('\n')}

> Un point non vérifié reste **à compléter** avant la séance du conseil.

| Poste | Service | Échéance | Montant |
|:------|---------|:--------:|--------:|
${Array.from({ length: 12 }, (_, row) => `| **Poste ${index}.${row + 1}** | Services techniques | ${row + 1} octobre | ${(row + 3) * 1_250} € |`).join('\n')}

- [x] Visa du service financier
- [ ] Relecture juridique

\`\`\`sql
${Array.from({ length: 10 }, (_, article) => `select poste, montant from budget where chapitre = ${index} and article = ${article} order by montant desc;`).join('\n')}
\`\`\`
`

const note = (index: number) => `[^${index}]: Code général des collectivités territoriales, partie ${index}, *dernière version* en vigueur.\n`

/** Makes an answer of at least `tokens` tokens: as many chapters as needed, then their notes. */
export function longAnswer(tokens: number): string {
  for (let count = 1; ; count += 1) {
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const text = `# Note de cadrage\n\n${numbers.map(chapter).join('\n')}\n${numbers.map(note).join('')}`
    if (tokensOf(text).length >= tokens) return text
  }
}
