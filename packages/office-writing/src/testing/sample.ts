import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

/** Markdown with every form at least once. */
export const sampleText = `# Note de synthèse – École Œuvre-Saint-Cœur

Une **note** avec *italique*, ***les deux***, ~~barré~~, \`code  en ligne\` et un [lien](https://www.legifrance.gouv.fr/codes?a=1&b=2).

## Contexte

- Premier
- Deuxième
  - Imbriqué
    - Troisième niveau

1. Étape une
2. Étape deux
   1. Sous-étape
3. Étape trois

Autre liste :

4. Quatre
5. Cinq

- [x] Fait
- [ ] À faire

#### Budget

| Poste | Prévu (€) | Écart |
|:------|----------:|:-----:|
| Charges **générales** | 125 000,00 | −5,3 % |
| Personnel \\| divers | 980 000,00 | +0,5 % |

| Seul |
|---|
| x |

> Nul n’est censé ignorer la loi.

\`\`\`sql
SELECT  nom
FROM mandats WHERE a <> 'b';
\`\`\`

---

Selon [1] et [2], une note[^a] puis une autre[^b], encore la première[^a].

Hostile : <script>alert(1)</script> <img src=x onerror=alert(1)> [piège](javascript:alert(1)) ![suivi](https://exfiltration.invalid/x.png) \u0000\u0008 \ud800 ]]> {{titre}} {{contenu}} <w:p/> &amp; "fin"

[^a]: Texte de la **note**.
[^b]: Seconde, qui appelle [^a].
`

/** Returns the text parts of a finished document, by name. */
export const openParts = (document: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(document)).map(([name, bytes]) => [name, strFromU8(bytes)]))

/** Counts the opening tags of this name. */
export const countElements = (xml: string, name: string): number => xml.match(new RegExp(`<${name}[ />]`, 'g'))?.length ?? 0

/** Parses a part strictly and returns its text. @throws the first XML error */
export function readStrictly(xml: string): string {
  const parser = new SaxesParser({ xmlns: true })
  let words = ''
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (part) => {
    words += part
  })
  parser.write(xml).close()
  return words
}
