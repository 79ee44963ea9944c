import { describe, expect, test } from 'vitest'
import { answerTo } from './scripted-answers.fixture.ts'

const PAGES = [
  `Convention pour l’entretien du jardin des Tilleuls
La commune de Saint-Rémy, représentée par son maire, Mme Claire Dupont, habilitée par délibération du 12 mars 2026,
Et l’association Les Jardiniers, représentée par son président, M. Paul Martin,
Vu le code général des collectivités territoriales, et notamment son article L. 2121-29,
Article 1 - Objet
La présente convention fixe les conditions dans lesquelles l’association entretient le jardin des Tilleuls.
Article 2 - Durée
La convention est conclue pour une durée de trois ans à compter du 1er avril 2026.`,
  `Article 3 - Engagements
La commune s’engage à :
- mettre à disposition un local ;
- verser une subvention de 4 500 €, au plus tard le 30 juin.
L’association doit remettre un rapport d’activité avant le 31 janvier.`,
  `Article 4 - Litiges
Tout litige relève du tribunal administratif de Rennes.
Fait à Saint-Rémy, le 2 avril 2026.
Le maire,
Claire Dupont`,
]

const ask = (request: string, { unread = '', pages = PAGES }: { unread?: string; pages?: readonly string[] } = {}) => {
  const shown = pages.map((text, at) => `[${at + 1}]\n\`\`\`\nconvention.pdf — page ${at + 1}\n\n${text}\n\`\`\``)
  const system = ['Vous êtes un assistant.', '## Documents de la personne', ...shown, unread].join('\n\n')
  return answerTo(request, system, 'library')
}

/** Every quotation, without its marks. */
const quotations = (answer: string) => [...answer.matchAll(/«\u00a0([^«»]+)\u00a0»/g)].map(([, text]) => text!)
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ')

describe('gathers by rules, and leads to each page', () => {
  test('dates and amounts', () => {
    const answer = ask('Liste les dates et les montants')
    for (const row of [
      /\| \*\*12 mars 2026\*\* \|.*\| \[1\] \|/,
      /\| \*\*1er avril 2026\*\* \|.*\| \[1\] \|/,
      /\| \*\*4 500 €\*\* \|.*\| \[2\] \|/,
      /\| \*\*30 juin\*\* \|.*\| \[2\] \|/,
      /\| \*\*2 avril 2026\*\* \|.*\| \[3\] \|/,
    ])
      expect(answer).toMatch(row)
  })

  test('a date in a heading, or in a line that PDFs run together', () => {
    expect(
      ask('Liste les dates', { pages: ['Séance du 3 mai 2026\nLe quorum est atteint.', 'Fait à Saint-Rémy, le 2 avril 2026. Le maire, Claire Dupont'] }),
    ).toMatch(/\*\*3 mai 2026\*\* .*\[1\][^]*\*\*2 avril 2026\*\* .*\[2\]/)
  })

  test('texts of law, people', () => {
    expect(ask('Quels articles de loi sont cités ?')).toMatch(/\*\*article L\. 2121-29\*\* .*\[1\]/)
    expect(ask('Relève les noms des personnes')).toMatch(/\*\*M\. Paul Martin\*\* .*\[1\]/)
  })

  test('the numbers of its own articles are no texts of law', () => {
    expect(ask('Quels articles de loi sont cités ?')).not.toMatch(/Article [1-4]\b/)
  })

  test('nothing of the kind is said', () => {
    expect(ask('Liste les montants', { pages: ['Le jardin est ouvert.'] })).toMatch(/ne trouve rien de cette forme \(montants\)/)
  })
})

describe('extracts, and says so', () => {
  test.each(['Résume ce document', 'Explique-moi ce document simplement', 'Prépare une note au maire à partir du document', 'De quoi parle ce document ?'])(
    '%s',
    (request) => {
      const answer = ask(request)
      expect(answer).toMatch(/^Le modèle de démonstration ne sait ni résumer ni traduire\u00a0: il extrait\./)
      const held = PAGES.map(letters).join(' ')
      expect(quotations(answer).length).toBeGreaterThan(3)
      for (const quotation of quotations(answer)) expect(held).toContain(letters(quotation).trim())
      expect(answer).toContain('La présente convention fixe')
    },
  )
})

test.each([
  'Translate this document into English',
  'Corrige les fautes de ce texte',
  'Rédige un courriel aux agents à partir de ce document',
  'Y a-t-il des contradictions dans ce texte ?',
  'Réécris ce texte en FALC',
  'Fais-moi un quiz de cinq questions',
  'Qu’est-ce qui manque dans ce document ?',
  'Transforme ce texte en communiqué de presse',
  'Pouvez-vous traduire ce texte ?',
])('« %s »: says what it cannot do and what it takes, then how the document begins', (request) => {
  const answer = ask(request)
  expect(answer).toMatch(/^Le modèle de démonstration ne sait pas .*administrateur/)
  expect(quotations(answer)[0]).toBe('Convention pour l’entretien du jardin des Tilleuls')
})

test.each([
  ['Quelle est la durée de la convention ?', 'La convention est conclue pour une durée de trois ans à compter du 1er avril 2026.', 1],
  ['Quel tribunal est compétent en cas de litige ?', 'Tout litige relève du tribunal administratif de Rennes.', 3],
])('a plain question has its answer: %s', (question, sentence, page) => {
  expect(ask(question)).toMatch(new RegExp(`^«\u00a0${sentence}\u00a0» \\[${page}\\]`))
})

describe('several questions of one message', () => {
  const pages = ['Le jeudi, 84 élèves mangent à la cantine.', 'Pour un quotient de 620, le prix du repas est de 3,20 €.', 'La caution est de 50 €.']

  test('each has its answer with its page', () => {
    const message =
      'Bonjour, Mme Roux m’a demandé combien d’élèves mangent à la cantine le jeudi, et M. Lefèvre voudrait connaître le prix du repas pour un quotient de 620. Merci !'
    expect(ask(message, { pages })).toBe(
      '**Combien d’élèves mangent à la cantine**\n\n«\u00a0Le jeudi, 84 élèves mangent à la cantine.\u00a0» [1]\n\n' +
        '**Le prix du repas pour un quotient de 620**\n\n«\u00a0Pour un quotient de 620, le prix du repas est de 3,20 €.\u00a0» [2]',
    )
  })

  test('amounts of other things are no price of what is asked', () => {
    const answer = ask('Combien d’élèves mangent à la cantine ? Quel est le prix du billet de piscine ?', { pages: [pages[0]!, 'La caution est de 50 €.'] })
    expect(answer).toMatch(/^\*\*Combien d’élèves[^*]+\*\*\n\n«\u00a0Le jeudi, [^»]+» \[1\]\n\n/)
    expect(answer).toMatch(/\n\n\*\*Quel est le prix du billet de piscine \?\*\*\n\nLes documents consultés ne permettent pas/)
    expect(answer).not.toContain('50 €')
  })

  test('an order among them is read with the rest, as it stands', () => {
    expect(ask('Quelle est la durée ? Combien ça coûte ? Résume ce document.')).toMatch(/^Le modèle de démonstration ne sait ni résumer/)
  })
})

test('what is not in the prompt is said, and is no quotation', () => {
  const answer = ask('Résume', { unread: 'N’a pas été lu\u00a0:\n```\n**gros.pdf** (à partir de la page\u00a0401)\n```' })
  expect(answer).toMatch(/\n\nN’a pas été lu\u00a0: \*\*gros\.pdf\*\* \(à partir de la page\u00a0401\)\.$/)
})
