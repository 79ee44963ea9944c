import { strFromU8, unzipSync } from 'fflate'
import type { Exportable, ExportContext } from './report.ts'

/** An answer that holds every form once or more. */
export const sample = `# Note de synthèse – École Œuvre-Saint-Cœur

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

export const message: Exportable = {
  role: 'assistant',
  content: sample,
  status: 'complete',
  finish_reason: 'stop',
  error: null,
  sources: [
    {
      number: 1,
      document_id: 'a',
      document: 'Règlement intérieur.pdf',
      page: 3,
      section: 'Titre II › Congés',
      extract: 'Vingt-cinq jours\nde congés.',
      score: 1,
    },
    { number: 2, document_id: 'b', document: 'Délibération.odt', page: null, section: null, extract: 'Le conseil approuve.', score: 1 },
    { number: 3, document_id: 'c', document: 'Annexe <x>.docx', page: 12, section: null, extract: 'Hors sujet.', score: 1 },
  ],
}

export const question: Exportable = { ...message, role: 'user', content: 'Rédigez une **note**\nsur l’école <b>.', sources: [] }

export const context: ExportContext = {
  name: 'Rédacteur de délibérations',
  title: 'Réfection & école',
  project: 'Écoles 2026',
  begun: '2026-11-20T10:00:00.000Z',
  date: '2026-11-21T08:00:00.000Z',
}

/** The texts of a finished document, by name. */
export const openParts = (document: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(document)).map(([name, bytes]) => [name, strFromU8(bytes)]))

/** Of a text, the tags that open an element of this name. */
export const count = (xml: string, name: string): number => xml.match(new RegExp(`<${name}[ />]`, 'g'))?.length ?? 0
