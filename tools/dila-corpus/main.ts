import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../../server/src/platform/errors/app-error.ts'
import { createKey, readKey, writeArchive } from './archive.ts'
import { codeOf, groupVersions } from './group-versions.ts'
import { groupSheets, sheetCodeOf } from './group-sheets.ts'
import { readLegiArticle } from './legi-article.ts'
import { readPracticalSheet } from './practical-sheet.ts'
import { writeCorpus } from './write-corpus.ts'

const usage = `node tools/dila-corpus/main.ts COMMANDE …   (tools/dila-corpus/README.md)
  legi DOSSIER SORTIE.json --extrait-le AAAA-MM-JJ [--nom NOM] [--textes MOTIF]
      les fichiers LEGIARTI….xml de la base LEGI ; --textes : expression régulière sur le titre (par défaut « ^Code »)
  fiches DOSSIER… SORTIE.json --extrait-le AAAA-MM-JJ [--nom NOM]
      les fichiers F….xml des fiches pratiques de service-public.fr ; plusieurs extractions, de la plus ancienne à la dernière
  paquet CORPUS.json SORTIE.zip [FICHIER…] [--cle CLE.pem]
      l’archive d’un corpus, avec d’autres fichiers (le texte de la licence…), signée si une clé est donnée
  cle CLE.pem
      crée une clé pour signer, et dit la clé publique à donner au réglage CORPUS_PUBLIC_KEYS`

const commands: Record<string, () => Promise<string> | string> = { legi: convertLegi, fiches: convertSheets, paquet: pack, cle: makeKey }

const { positionals, values } = readArguments()
const [command = '', ...files] = positionals
try {
  process.stdout.write(`${await (Object.hasOwn(commands, command) ? commands[command]! : refuseUsage)()}\n`)
} catch (error) {
  if (!(error instanceof AppError)) throw error
  process.stderr.write(`${[error.message, ...Object.values(error.details.fields ?? {})].join('\n  ')}\n`)
  process.exitCode = 1
}

function readArguments() {
  const options = { 'extrait-le': { type: 'string' }, nom: { type: 'string' }, textes: { type: 'string', default: '^Code' }, cle: { type: 'string' } } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    return refuseUsage()
  }
}

function refuseUsage(): never {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

function extractionDay(): string {
  const day = values['extrait-le'] ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : refuseUsage()
}

/** Reads the XML files of a folder and of those in it. Counts those that cannot be read. */
function readFolder<T>(folder: string, pattern: string, read: (xml: string) => T | null): { read: T[]; unreadCount: number } {
  const all: T[] = []
  let unreadCount = 0
  for (const file of globSync(`**/${pattern}`, { cwd: folder }).sort()) {
    try {
      const one = read(readFileSync(path.join(folder, file), 'utf8'))
      if (one !== null) all.push(one)
    } catch {
      unreadCount += 1
    }
  }
  return { read: all, unreadCount }
}

async function convertLegi(): Promise<string> {
  const [folder, output, ...rest] = files
  const extracted_on = extractionDay()
  if (folder === undefined || output === undefined || rest.length > 0) return refuseUsage()
  const wanted = new RegExp(values.textes, 'iu')
  const { read: versions, unreadCount } = readFolder(folder, 'LEGIARTI*.xml', (xml) => {
    const article = readLegiArticle(xml)
    return article !== null && wanted.test(article.text_title) ? article : null
  })
  const titles = new Map(versions.map((version) => [codeOf(version), version.text_title]))
  const codes = [...titles].map(([id, title]) => ({ id, title }))
  const articles = groupVersions(versions)
  await writeCorpus(output, { name: values.nom ?? 'Codes consolidés', source: 'Base LEGI, DILA', extracted_on, codes }, articles)
  return `${articles.length} articles, ${versions.length} versions, ${titles.size} textes ; ${unreadCount} fichiers illisibles.`
}

async function convertSheets(): Promise<string> {
  const folders = files.slice(0, -1)
  const output = files.at(-1)
  const extracted_on = extractionDay()
  if (folders.length === 0 || output === undefined) return refuseUsage()
  const extractions = folders.map((folder) => readFolder(folder, 'F*.xml', readPracticalSheet))
  const articles = groupSheets(extractions.flatMap(({ read }) => read))
  const codes = new Map(extractions.flatMap(({ read }) => read.map((sheet) => [sheetCodeOf(sheet).id, sheetCodeOf(sheet)])))
  const source = 'Fiches pratiques de service-public.fr, DILA'
  await writeCorpus(output, { name: values.nom ?? 'Fiches pratiques', source, extracted_on, codes: [...codes.values()] }, articles)
  const versions = articles.reduce((sum, article) => sum + article.versions.length, 0)
  const unreadCount = extractions.reduce((sum, extraction) => sum + extraction.unreadCount, 0)
  return `${articles.length} fiches, ${versions} versions ; ${unreadCount} fichiers illisibles.`
}

async function pack(): Promise<string> {
  const [corpus, output, ...others] = files
  if (corpus === undefined || output === undefined) return refuseUsage()
  await writeArchive(output, corpus, { others, key: values.cle === undefined ? null : readKey(values.cle) })
  return values.cle === undefined ? `${output} est écrit, sans signature.` : `${output} est écrit et signé.`
}

function makeKey(): string {
  const [file, ...rest] = files
  if (file === undefined || rest.length > 0) return refuseUsage()
  return `CORPUS_PUBLIC_KEYS=${createKey(file)}\nLa clé qui signe est dans ${file} : gardez-la hors de la machine qui importe.`
}
