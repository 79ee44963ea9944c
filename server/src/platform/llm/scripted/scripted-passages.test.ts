import { describe, expect, test } from 'vitest'
import { composeAnswer } from './scripted-answers.ts'
import { composeFromPassages } from './scripted-passages.ts'
import { splitPassages, type PromptPassage } from './scripted-text.ts'

const passage = (number: number, text: string, title = ''): PromptPassage => ({ number, text, document: title, page: null, section: title })
const leave = passage(
  3,
  `Cette page présente le congé de maternité.

La durée du congé de maternité varie selon le nombre d’enfants, dans les conditions suivantes :

Enfant à naître | Congé prénatal | Congé postnatal

1er enfant | 6 semaines | 10 semaines

3e enfant ou plus | 8 semaines | 18 semaines

La mère doit cesser de travailler au moins 8 semaines.`,
)

describe('the answer first', () => {
  test('rows of a table stand under their head, with the line that announces them', () => {
    const answer = composeFromPassages('Quelle est la durée du congé de maternité ?', [leave])
    expect(answer).toMatch(
      /^«\u00a0La durée du congé de maternité varie selon le nombre d’enfants, dans les conditions suivantes :\u00a0» \[3\]\n\n\| Enfant à naître \|/,
    )
    expect(answer).toContain('| 1er enfant | 6 semaines | 10 semaines |\n| 3e enfant ou plus | 8 semaines | 18 semaines |')
    expect(answer).not.toContain('Cette page présente')
  })

  test('the row that the question names stands alone', () => {
    const rates = passage(1, 'Litige | Tribunal\n\nPermis de construire | Tribunal du lieu du bien\n\nPension de retraite | Tribunal de Nantes')
    const answer = composeFromPassages('Quel tribunal pour un permis de construire ?', [rates])
    expect(answer).toContain('| Permis de construire | Tribunal du lieu du bien |')
    expect(answer).not.toContain('Nantes')
  })

  test.each([
    ['Que dit l’article L. 2121-17 du CGCT ?', /^« Le conseil ne délibère que si la majorité est présente\. » \[2\]$/],
    ['Que prévoit le 2121-17 sur la majorité ?', /^« Le conseil ne délibère que si la majorité est présente\. » \[2\]$/],
  ])('an article that the question names is quoted: %s', (question, answer) => {
    const articles = [
      passage(1, 'La majorité absolue est requise.', 'Article L. 2122-7 — Code général'),
      passage(2, 'Le conseil ne délibère que si la majorité est présente.', 'Article L. 2121-17 — Code général'),
    ]
    expect(composeFromPassages(question, articles).replaceAll('\u00a0', ' ')).toMatch(answer)
  })

  test('a line that announces a list comes with its items', () => {
    const papers = passage(2, 'La demande est libre. Les pièces suivantes sont à joindre à la demande :\n- les statuts,\n- le budget.')
    expect(composeFromPassages('Quelles pièces joindre à la demande ?', [papers])).toMatch(
      /^«\u00a0Les pièces suivantes sont à joindre à la demande :\u00a0» \[2\]\n\n- «\u00a0les statuts\u00a0»\n- «\u00a0le budget\u00a0»/,
    )
  })

  test.each([
    ['Combien coûte la carte ?', 'La carte coûte 12 €.'],
    ['Quand la carte est-elle remise ?', 'La carte est remise avant le 3 mai 2026.'],
    ['Qui remet la carte ?', 'La carte est remise par le maire.'],
    ['Où demander la carte ?', 'La carte se demande à la mairie.'],
    ['Qu’est-ce que la carte ?', 'La carte est un titre de transport.'],
  ])('%s', (question, sentence) => {
    const others = ['La carte intéresse beaucoup de familles.', 'Que faire de la carte ?']
    const all = [
      'La carte coûte 12 €.',
      'La carte est remise avant le 3 mai 2026.',
      'La carte est remise par le maire.',
      'La carte se demande à la mairie.',
      'La carte est un titre de transport.',
    ]
    expect(composeFromPassages(question, [passage(1, [...others, ...all].join('\n\n'))]).split('\n')[0]).toBe(`«\u00a0${sentence}\u00a0» [1]`)
  })

  test('a number of the question is not its answer', () => {
    const text = 'Ce droit vaut pour un enfant de moins de 25 ans à charge.\n\nPour un enfant de moins de 25 ans, le droit est de 7 jours.'
    expect(composeFromPassages('Combien de jours pour un enfant de moins de 25 ans ?', [passage(1, text)])).toMatch(/^«\u00a0Pour un enfant/)
  })

  test('what is told around a question does not hide it, and two questions have two answers', () => {
    const text = 'Le télétravail est limité à trois jours par semaine.\n\nLa cantine est ouverte aux agents.'
    const message =
      'Bonjour, je suis Mme Le Goff, à la mairie de Plounévez. Combien de jours de télétravail par semaine ? La cantine est-elle ouverte aux agents ?'
    const answer = composeFromPassages(message, [passage(1, text)])
    expect(answer).toMatch(/\*\*[^*]*télétravail[^*]*\*\*\n\n«\u00a0Le télétravail est limité/)
    expect(answer).toMatch(/\*\*[^*]*cantine[^*]*\*\*\n\n«\u00a0La cantine est ouverte/)
  })
})

describe('several questions in one message', () => {
  const message =
    'Bonjour, Mme Roux m’a demandé combien d’élèves mangent à la cantine le jeudi, et M. Lefèvre voudrait connaître le prix du repas pour un quotient de 620. Merci !'
  const meals = passage(1, 'Le jeudi, 84 élèves mangent à la cantine.')
  const price = passage(2, 'Pour un quotient de 620, le prix du repas est de 3,20 €.')

  test('each has its answer with its source, in the order of the message', () => {
    expect(composeFromPassages(message, [price, meals])).toBe(
      '**Combien d’élèves mangent à la cantine**\n\n«\u00a0Le jeudi, 84 élèves mangent à la cantine.\u00a0» [1]\n\n' +
        '**Le prix du repas pour un quotient de 620**\n\n«\u00a0Pour un quotient de 620, le prix du repas est de 3,20 €.\u00a0» [2]',
    )
  })

  test('the one of which nothing is said is named, and said to have no answer', () => {
    const answer = composeFromPassages(message, [price])
    expect(answer).toMatch(/^\*\*Combien d’élèves mangent à la cantine\*\*\n\nLes documents consultés ne permettent pas de répondre à cette question\./)
    expect(answer).toMatch(/\n\n\*\*Le prix du repas pour un quotient de 620\*\*\n\n«\u00a0Pour un quotient de 620, [^»]+» \[2\]$/)
    expect(composeFromPassages(message, [passage(3, 'La piscine ferme en août.')])).toMatch(/^Les documents consultés/)
  })

  test('three are answered, and the others are told to wait', () => {
    const four = 'Combien d’élèves mangent à la cantine ? Quel est le prix du repas ? Quand ferme la piscine couverte ? Qui garde le stade communal ?'
    const answer = composeFromPassages(four, [meals])
    expect(answer.match(/^\*\*.+\*\*$/gm)).toEqual([
      '**Combien d’élèves mangent à la cantine ?**',
      '**Quel est le prix du repas ?**',
      '**Quand ferme la piscine couverte ?**',
    ])
    expect(answer).toMatch(/\n\nLe modèle de démonstration répond à trois questions à la fois\u00a0: posez les autres dans un autre message\.$/)
  })

  test('a question beside it that names nothing leaves one answer as it is', () => {
    const alone = composeFromPassages('Quel est le prix du repas ?', [price])
    expect(alone).toBe('«\u00a0Pour un quotient de 620, le prix du repas est de 3,20 €.\u00a0» [2]')
    expect(composeFromPassages('Quel est le prix du repas ? Vous connaissez la réponse ?', [price])).toBe(alone)
  })
})

describe('from passages', () => {
  const passages = [
    passage(3, 'Les congés se posent auprès du chef de service. Le report des congés est possible jusqu’au 31 mars.'),
    passage(7, 'Le télétravail est limité à trois jours.'),
  ]

  test('quotes word for word, with the number of the passage', () => {
    const answer = composeFromPassages('Jusqu’à quand peut-on reporter ses congés ?', passages)
    expect(answer).toContain('«\u00a0Le report des congés est possible jusqu’au 31 mars.\u00a0» [3]')
    expect(answer).not.toContain('[7]')
  })

  test('knows an acronym that is spelt like a little word', () => {
    const taxes = [passage(1, 'La taxe d’aménagement (TA) est due. Le compte épargne-temps (CET) est plafonné à 60 jours. Cet agent attend.')]
    expect(composeFromPassages('C’est quoi le CET ?', taxes)).toContain('«\u00a0Le compte épargne-temps (CET) est plafonné à 60 jours.\u00a0» [1]')
    expect(composeFromPassages('Qu’est-ce que la TA ?', taxes)).toContain('(TA)')
  })

  test('says so when nothing speaks of the question; follows the question before', () => {
    expect(composeFromPassages('Quel temps fera-t-il à Brest ?', passages)).toMatch(/^Les documents consultés ne permettent pas/)
    expect(composeFromPassages('Bonjour', [])).toMatch(/^Les documents consultés ne permettent pas/)
    expect(composeFromPassages('Et pour combien de temps ?', passages, { before: 'Le télétravail est-il possible ?' })).toContain('trois jours')
  })

  test('guillemets inside a quotation do not end it', () => {
    expect(composeFromPassages('Qu’est-ce que le forfait ?', [passage(1, 'Le forfait dit «\u00a0de base\u00a0» est dû.')])).toContain(
      '«\u00a0Le forfait dit “de base” est dû.\u00a0» [1]',
    )
  })

  test('finds the fenced passages of a prompt, a shorter fence inside included', () => {
    const prompt =
      'Consigne\n[1]\n````\nGuide, page 3 — page 3 — Congés › Report\n\nAvant\n```\ncode\n```\nAprès\n````\n\n[2]\n```\nNote\n\nSecond\n```\nQuestion'
    const { passages: found, rest } = splitPassages(prompt)
    expect(rest).toBe('Consigne\n\nQuestion')
    expect(found).toEqual([
      { number: 1, text: 'Avant\n```\ncode\n```\nAprès', document: 'Guide, page 3', page: 3, section: 'Congés › Report' },
      { number: 2, text: 'Second', document: 'Note', page: null, section: '' },
    ])
  })

  test('an answer uses the passages of the prompt and not those words as the question', () => {
    const user = '[1]\n```\nGuide\n\nLe télétravail est limité à trois jours.\n```\n\nCombien de jours de télétravail ?'
    const answer = composeAnswer({ purpose: 'library', messages: [{ role: 'user', content: user }] })
    expect(answer).toContain('«\u00a0Le télétravail est limité à trois jours.\u00a0» [1]')
  })
})
