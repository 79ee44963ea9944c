import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

export const versionsPerArticle = 4
const [firstYear, yearsPerVersion] = [1990, 9]
const sentences = [
  'Le conseil règle par ses délibérations les affaires de la collectivité',
  'La décision est prise dans un délai de deux mois à compter de la réception de la demande',
  'Un décret en Conseil d’État fixe les conditions d’application du présent article',
  'Les membres en exercice sont convoqués par écrit, cinq jours francs avant celui de la séance',
  'L’autorité compétente peut, par un arrêté motivé, refuser ou retirer l’autorisation',
  'Le montant de la redevance est fixé dans la limite d’un plafond révisé chaque année',
  'Le recours n’est recevable que s’il est accompagné d’une copie de l’acte attaqué',
]

type MadePack = {
  versions: number
  extracted_on: string
  /** Articles of a pack that completes the one extracted on `based_on`. */ based_on?: string
  changed?: number
}

/** Text of about 700 characters that no other version has. */
function textOf(article: number, version: number, extracted_on: string): string {
  const chosen = Array.from(
    { length: 7 },
    (_, index) => `${sentences[(article * 3 + version * 5 + index) % sentences.length]} (${article}-${version}-${index})`,
  )
  return `Extrait ${extracted_on}. ${chosen.join('. ')}.`
}

/** Writes a pack of one made code: articles of four versions, with their days in force. */
export async function writeMadePack(path: string, { versions, extracted_on, based_on, changed }: MadePack): Promise<void> {
  const header = {
    format: 'parvis-corpus',
    version: 1,
    name: 'Code du banc',
    source: 'Textes inventés',
    licence: 'Licence Ouverte 2.0',
    attribution: 'Textes inventés pour la mesure',
    extracted_on,
    ...(based_on !== undefined && { based_on }),
    codes: [{ id: 'BANC', title: 'Code inventé pour la mesure', abbreviations: [] }],
  }
  const file = createWriteStream(path)
  file.write(`${JSON.stringify(header).slice(0, -1)},"articles":[`)
  const count = changed ?? Math.ceil(versions / versionsPerArticle)
  for (let article = 0; article < count; article += 1) {
    const text = JSON.stringify({
      id: `A${article}`,
      code: 'BANC',
      number: `L${Math.floor(article / 50)}-${article % 50}`,
      path: ['Partie législative', `Livre ${Math.floor(article / 5_000)}`, `Chapitre ${Math.floor(article / 50)}`],
      versions: Array.from({ length: versionsPerArticle }, (_, version) => versionOf(article, version, extracted_on)),
    })
    if (!file.write(article === 0 ? text : `,\n${text}`)) await once(file, 'drain')
  }
  file.end(']}')
  await finished(file)
}

function versionOf(article: number, version: number, extracted_on: string) {
  const isLast = version === versionsPerArticle - 1
  const year = firstYear + version * yearsPerVersion
  return {
    id: `v${version}`,
    valid_from: `${year}-01-01`,
    valid_until: isLast ? null : `${year + yearsPerVersion - 1}-12-31`,
    state: isLast ? 'VIGUEUR' : 'MODIFIE',
    text: textOf(article, version, extracted_on),
  }
}
