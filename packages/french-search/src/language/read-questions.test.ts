import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAnalyser } from './analyse.ts'
import { createQuestionReader } from './read-questions.ts'

const read = createQuestionReader(createAnalyser())
const asked = (message: string): string[] => read(message).questions.map(({ question }) => question)
const question = 'Dans quel délai faut-il déclarer une naissance ?'

test('a bare question comes back as it is', () => {
  for (const bare of [
    question,
    'Téléchargement illégal (Hadopi) : quelles sont les règles ?',
    'Plafond CET',
    'Nouvelle construction, garage, piscine... : quel effet ?',
  ])
    expect(read(bare)).toEqual({ questions: [{ question: bare, inContext: bare }], isBare: true, isCourtesy: false })
})

describe('what surrounds a question is told apart', () => {
  test.each([
    `Bonjour, Mme Kervella, secrétaire de mairie à Plozévet, me demande ceci : ${question} Merci d’avance.`,
    `${question} C’est pour le maire, il veut la réponse avant jeudi.`,
    `Un administré, M. Le Bihan, 4 rue des Ajoncs à Plozévet, est venu ce matin. ${question} Que dois-je lui dire ?`,
    `Rédige un courriel à Mme Rossi pour lui répondre à cette question : ${question}`,
    `Je suis agent d’accueil à Guérande et ma collègue Sophie m’a posé une colle : ${question}`,
    `Réunion demain 9h. Point 3 de l’ordre du jour. ${question} Réponds en cinq lignes, sans jargon.`,
    `Dans notre commune de Montreuil (200 habitants), le cas se présente pour la première fois : ${question}`,
    `${question} Fais-moi trois paragraphes, avec les références. Bien cordialement`,
    `Madame, Monsieur, je vous saurais gré de bien vouloir me préciser ce qu’il en est : ${question} Dans l’attente de vous lire, je vous prie d’agréer mes salutations.`,
    `J’espère que vous allez bien : ${question} Je vous remercie par avance de votre aide.`,
    `coucou, désolée de te déranger, encore moi. ${question} merciii`,
    `Bonjour à toutes et à tous, le directeur du collège de Plozévet, M. Le Bihan, m’interroge : ${question} Pouvez-vous me répondre avant demain ? Cordialement, Soizic`,
  ])('%s', (message) => expect(asked(message)).toEqual([question]))

  test.each([
    ['Je vous remercie de me dire comment inscrire un enfant à la cantine', 'comment inscrire un enfant à la cantine'],
    ['Je vous prie de bien vouloir m’indiquer quel délai court pour une naissance', 'quel délai court pour une naissance'],
    ['En vous remerciant de votre aide, quelles pièces pour un mariage ?', 'quelles pièces pour un mariage ?'],
  ])('a courtesy takes nothing of the question that it opens: « %s »', (message, only) => expect(asked(message)).toEqual([only]))

  test('who asks is no story', () => {
    expect(read(`La cheffe du bureau des archives m’interroge : ${question}`).questions[0]!.inContext).toBe(question)
  })

  test('a question told by somebody', () => {
    expect(asked('Bonjour, Mme Martin me demande si un agent contractuel peut demander un temps partiel. Merci.')).toEqual([
      'si un agent contractuel peut demander un temps partiel.',
    ])
    expect(asked('bonsoir dsl de deranger mais on me demande comment inscrire un enfant a la cantine et je seche')).toEqual([
      'comment inscrire un enfant a la cantine',
    ])
  })

  test('an order to write keeps its subject', () => {
    expect(asked('Rédige un courriel à Mme Le Goff pour lui expliquer les règles du temps partiel d’un contractuel')).toEqual([
      'les règles du temps partiel d’un contractuel',
    ])
    expect(asked('Prépare une note pour le maire sur la taxe d’aménagement')).toEqual(['la taxe d’aménagement'])
  })

  test('a story lends its words to a question that has too few', () => {
    const [ask] = read('M. Bougnon, 12 rue des Lilas, veut organiser un vide-greniers le 14 mai. De quelle autorisation a-t-il besoin ?').questions
    expect(ask!.question).toBe('De quelle autorisation a-t-il besoin ?')
    expect(ask!.inContext).toMatch(/vide-greniers/)
    expect(ask!.inContext).not.toMatch(/Bougnon|Lilas|mai/)
  })
})

describe('people by their names', () => {
  test.each([
    'Mme Kervella',
    'M. Petit',
    'Maître Bernard',
    'Docteur Roux',
    'Mme Kervella et M. Petit',
    'Et M. Petit ?',
    'Qui est Mme Kervella ?',
    'Le téléphone de M. Petit',
  ])('are what is asked: « %s »', (message) => expect(asked(message)).toEqual([message]))

  test.each([
    ['Mme Kervella, merci', 'Mme Kervella'],
    ['Bonjour, je cherche Mme Kervella', 'je cherche Mme Kervella'],
    ['Bonjour Mme Roux, qui est M. Petit ?', 'qui est M. Petit ?'],
  ])('are told from whom the message greets: « %s »', (message, name) => expect(asked(message)).toEqual([name]))

  test.each(['Bonjour Mme Kervella', 'Bonjour, Madame Kervella !', 'Merci M. Petit', 'Chère Madame Kervella', 'Madame, Monsieur'])(
    '« %s » is courtesy',
    (message) => expect(read(message).isCourtesy).toBe(true),
  )

  test.each(['Rédige un courriel à Mme Kervella', 'Fais-en une lettre pour M. Petit'])('« %s » asks nothing of them', (message) =>
    expect(read(message)).toMatchObject({ questions: [], isCourtesy: false }),
  )

  test('go with the only thing asked', () => {
    expect(read('Les congés de Mme Kervella').questions).toEqual([{ question: 'Les congés de', inContext: 'Les congés de Mme Kervella' }])
    expect(read('M. Petit, quels congés pour un contractuel ?').questions[0]!.inContext).toBe('quels congés pour un contractuel ?')
  })
})

describe('a number or a date that the question is about stays, whatever is said around it', () => {
  test.each([
    'Que dit l’article 3.2 du règlement intérieur ?',
    'Que prévoit l’art. 12/3 du bail ?',
    'Quel est le montant du lot n° 2.10 du marché ?',
    'Que dit le § 4.1 du cahier des charges ?',
    'Que prévoit l’alinéa 12/3 ?',
    'Quelle est la majorité des 2/3 ?',
    'Que dit la délibération du conseil municipal du 12 mars 2024 ?',
    'Que dit l’arrêté du 12/03/2024 ?',
    'Un agent à 28h par semaine cotise-t-il à la CNRACL ?',
    'Un agent à 17h30 par semaine cotise-t-il à la CNRACL ?',
    'Quel délai pour une commune de plus de 3 500 habitants ?',
    'Quel délai pour une commune de 1 000 à 3 500 habitants ?',
    'Combien de conseillers entre 1 000 et 3 500 habitants ?',
    'Un agent à 17h30 cotise-t-il à la CNRACL ?',
    'Le bruit après 22h est-il interdit ?',
    'Qu’a décidé le conseil municipal du 12 mars 2024 ?',
  ])('%s', (bare) => expect(asked(`Bonjour, ${bare} Merci !`)).toEqual([bare]))

  test.each(['le 12/03', 'le 12.03.2024', 'avant le 12 mars', 'à 9h30', 'avant 18h'])('a circumstance does not: « %s »', (when) =>
    expect(asked(`Bonjour, la réunion a lieu ${when}. ${question}`)).toEqual([question]),
  )
})

test('two questions are two things asked', () => {
  expect(asked(`Bonjour, deux points. ${question} Et qui doit payer les frais d’obsèques ? Merci !`)).toEqual([
    question,
    'Et qui doit payer les frais d’obsèques ?',
  ])
})

describe('two people who ask in what one message tells', () => {
  test.each([
    [
      'Bonjour, Mme Roux m’a demandé combien d’élèves mangent à la cantine le jeudi, et M. Lefèvre voudrait connaître le prix du repas pour un quotient de 620. Merci !',
      ['combien d’élèves mangent à la cantine', 'le prix du repas pour un quotient de 620.'],
    ],
    [
      'Mme Roux me demande comment inscrire un enfant à la cantine et un parent d’élève veut savoir si le centre de loisirs ouvre pendant les vacances.',
      ['comment inscrire un enfant à la cantine', 'si le centre de loisirs ouvre pendant les vacances.'],
    ],
    [
      'Mme Roux voudrait connaître le nombre d’élèves de la cantine, et M. Lefèvre demande quel est le prix du repas.',
      ['le nombre d’élèves de la cantine', 'quel est le prix du repas.'],
    ],
    [
      'Mme Roux m’a demandé combien d’élèves mangent à la cantine. M. Lefèvre voudrait connaître le prix du repas pour un quotient de 620.',
      ['combien d’élèves mangent à la cantine.', 'le prix du repas pour un quotient de 620.'],
    ],
  ])('%s', (message, questions) => expect(asked(message)).toEqual(questions))

  test('the second goes with the first where it speaks of it', () => {
    const [, second] = read('Mme Roux me demande comment inscrire un enfant à la cantine, et elle voudrait savoir combien cela coûte par mois.').questions
    expect(second!.question).toBe('combien cela coûte par mois.')
    expect(second!.inContext).toMatch(/inscrire un enfant à la cantine/)
  })

  test.each([
    'Qu’est-ce que l’aide à la lourdeur du handicap et comment en bénéficier ?',
    'Mme Martin me demande si un agent contractuel peut poser un congé et je voudrais savoir quoi lui répondre.',
    'Mme Martin me demande combien de jours de congé elle a et voudrait connaître le délai.',
    'M. Perrot, titulaire, voudrait une exclusion sans faire de vagues et demande s’il faut réunir le conseil de discipline.',
    'Que répondre à un habitant qui se plaint du bruit de ses voisins et souhaite connaître les recours devant le tribunal ?',
    'Mme Martin souhaite connaître le montant de la prime. Un agent contractuel peut-il la recevoir ?',
    'Un agent contractuel peut-il recevoir la prime ? Mme Martin souhaite connaître le montant de la prime.',
  ])('one question stays one: %s', (message) => expect(asked(message)).toHaveLength(1))
})

test('questions are told from orders and from what is only told', () => {
  expect(read('Combien coûte la cantine ? Qui garde le stade communal ?').areQuestions).toBe(true)
  expect(read('Combien coûte la cantine ? Résume le règlement du stade.').areQuestions).toBe(false)
})

test('the mark of a courtesy after a question is not its end', () => {
  const { questions } = read('Bonjour ! La prime est-elle ouverte aux agents ? Merci beaucoup !')
  expect(questions).toEqual([{ question: 'La prime est-elle ouverte aux agents ?', inContext: 'La prime est-elle ouverte aux agents ?' }])
})

test('courtesy asks nothing', () => {
  for (const message of ['Bonjour', 'Merci beaucoup !', 'Bonjour Parvis, comment vas-tu ?', 'ok parfait, bonne journée'])
    expect(read(message)).toMatchObject({ questions: [], isCourtesy: true })
})

test('an order about form asks nothing, and is no courtesy', () => {
  for (const message of ['Plus court', 'Fais-en un tableau', 'Reformule plus simplement stp', 'En trois phrases'])
    expect(read(message)).toMatchObject({ questions: [], isCourtesy: false })
})

test('any text is read, and what is asked has something to search', () => {
  const piece = fc.constantFrom(
    'Bonjour',
    ', ',
    'Mme ',
    'Le Goff',
    ' : ',
    '?',
    '\n',
    'CET',
    'rédige une note',
    'comment ',
    'peut-il',
    '12 rue',
    'à ',
    '(',
    '…',
    'congés',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
      ),
      (message) => {
        for (const ask of read(message).questions) expect(ask.question.trim()).not.toBe('')
      },
    ),
  )
})

// No regular expression may be slow on a text that a person can send (trust case INJ-10). The size is the maximum length of a message.
test.each([
  'a ',
  'Mme A',
  'comment ',
  ': ',
  '? ',
  'rédige une note ',
  'de la ',
  '12 rue ',
  'demande ',
  "l'",
  '1 000 ',
  'merci pour ',
  '\n',
  '. ',
  'très bonne ',
])('20,000 characters of %j', (text) => expect(read(text.repeat(20_000 / text.length)).questions.length).toBeLessThan(20_000))
