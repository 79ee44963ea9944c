import { tokensOf } from '../e2e/support/servers/reciting-model.ts'

/** Chapter with the elements that cost most while they grow: lists with blank lines, a long table, a long code block. */
const chapter = (nth: number) => `## ${nth}. Mise en œuvre du volet ${nth}

Le **conseil municipal** délibère *à la majorité* (voir l’[article L2121-29](https://www.legifrance.gouv.fr/codes) et la note[^${nth}]). Le service instructeur vérifie que la demande est complète, que les pièces sont lisibles et que le délai de \`${nth * 15} jours\` n’est pas dépassé ; il en informe la personne par écrit.

### Étapes du volet ${nth}

${Array.from({ length: 8 }, (_, at) => `${at + 1}. **Étape ${at + 1}** : saisir le service compétent, puis consigner la réponse.\n\n   - avis du service juridique, _sous huitaine_ ;\n   - visa de la direction\n`).join('\n')}

> Un point non vérifié reste **à compléter** avant la séance du conseil.

| Poste | Service | Échéance | Montant |
|:------|---------|:--------:|--------:|
${Array.from({ length: 12 }, (_, at) => `| **Poste ${nth}.${at + 1}** | Services techniques | ${at + 1} octobre | ${(at + 3) * 1_250} € |`).join('\n')}

- [x] Visa du service financier
- [ ] Relecture juridique

\`\`\`sql
${Array.from({ length: 10 }, (_, at) => `select poste, montant from budget where chapitre = ${nth} and article = ${at} order by montant desc;`).join('\n')}
\`\`\`
`

const note = (nth: number) => `[^${nth}]: Code général des collectivités territoriales, partie ${nth}, *dernière version* en vigueur.\n`

/** Makes an answer of at least `tokens` tokens: as many chapters as needed, then their notes. */
export function longAnswer(tokens: number): string {
  for (let count = 1; ; count += 1) {
    const numbers = Array.from({ length: count }, (_, at) => at + 1)
    const text = `# Note de cadrage\n\n${numbers.map(chapter).join('\n')}\n${numbers.map(note).join('')}`
    if (tokensOf(text).length >= tokens) return text
  }
}
