import { createWriteStream, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { codeOf, groupVersions } from './group-versions.ts'
import { readLegiArticle, type LegiArticle } from './legi-article.ts'

const usage = `node tools/dila-corpus/main.ts DOSSIER SORTIE.json --extrait-le AAAA-MM-JJ [--nom NOM] [--textes MOTIF]
  DOSSIER     les fichiers LEGIARTI….xml de la base LEGI de la DILA, décompressés, dans des dossiers quelconques
  --textes    expression régulière sur le titre des textes à prendre (par défaut « ^Code », les codes)
  --nom       nom du corpus (par défaut « Codes consolidés »)`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'extrait-le': { type: 'string' }, nom: { type: 'string', default: 'Codes consolidés' }, textes: { type: 'string', default: '^Code' } },
})
const [folder, output] = positionals
if (folder === undefined || output === undefined || !/^\d{4}-\d\d-\d\d$/.test(values['extrait-le'] ?? '')) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

const wanted = new RegExp(values.textes, 'iu')
const versions: LegiArticle[] = []
let unreadCount = 0
for (const file of globSync('**/LEGIARTI*.xml', { cwd: folder }).sort()) {
  try {
    const article = readLegiArticle(readFileSync(path.join(folder, file), 'utf8'))
    if (article !== null && wanted.test(article.text_title)) versions.push(article)
  } catch {
    unreadCount += 1
  }
}
const titles = new Map(versions.map((version) => [codeOf(version), version.text_title]))
const header = {
  format: 'parvis-corpus',
  version: 1,
  name: values.nom,
  source: 'Base LEGI, DILA',
  licence: 'Licence Ouverte 2.0',
  attribution: 'Direction de l’information légale et administrative (DILA)',
  extracted_on: values['extrait-le'],
  codes: [...titles].map(([id, title]) => ({ id, title, abbreviations: [] })),
}
const articles = groupVersions(versions)
// Article by article: the whole text of a large corpus is longer than a string may be.
const stream = createWriteStream(output)
stream.write(`${JSON.stringify(header).slice(0, -1)},"articles":[\n`)
for (const [index, article] of articles.entries()) stream.write(`${index === 0 ? '' : ',\n'}${JSON.stringify(article)}`)
stream.end('\n]}\n')
await finished(stream)
process.stdout.write(`${articles.length} articles, ${versions.length} versions, ${titles.size} textes ; ${unreadCount} fichiers illisibles.\n`)
