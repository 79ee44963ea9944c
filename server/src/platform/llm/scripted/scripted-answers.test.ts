import { describe, expect, test } from 'vitest'
import { answerTo } from './scripted-answers.fixture.ts'
import { composeAnswer, initialQuestionsOf, roleOf } from './scripted-answers.ts'
import { factsOf } from './scripted-examples.ts'
import { sentencesOf } from './scripted-text.ts'

const SYSTEM = `## Rôle
Vous êtes « Rédacteur ». Vous aidez les communes à délibérer.

## Méthode
1. Une étape.

## Questions initiales
1. Quelle assemblée délibère\u00a0?
2. Quel est l’objet\u00a0?

## Livrable
- Le projet de délibération : visas, considérants (de droit), articles.
- La liste des points à vérifier.

## Limites
- Aucune invention.`

describe('opening', () => {
  const opening = answerTo('Présentez-vous.', SYSTEM, 'opening')

  test('it says that it is no language model, and names no setting', () => {
    expect(opening).toContain('modèle de démonstration intégré')
    expect(opening).toContain('pas un modèle de langage')
    expect(opening).not.toContain('LLM_')
  })

  test('a role that speaks to the assistant is quoted', () => {
    expect(answerTo('Présentez-vous.', 'Vous êtes un juriste dont vos collègues attendent un avis.', 'opening')).toContain(
      '> Vous êtes un juriste dont vos collègues',
    )
  })

  test('it plays the assistant and ends with its own questions', () => {
    expect(opening).toMatch(/^Bonjour, je suis « Rédacteur »\u00a0: j’aide les communes à délibérer\./)
    expect(opening.endsWith('1. Quelle assemblée délibère\u00a0?\n2. Quel est l’objet\u00a0?')).toBe(true)
  })
})

test('an opening that only its instruction reveals, with a project and a profile', () => {
  const content = `${SYSTEM}\n\n## Contexte de la personne\n- Prénom : Léa\n\n## Projet associé\nNom : Jardin partagé\nContenu :\nEst-ce utile ?`
  const opening = answerTo('Présentez-vous en quelques phrases, puis posez vos questions initiales.', content)
  expect(opening).toContain('Je tiens compte de votre projet **Jardin partagé** et de votre profil.')
  expect(opening.endsWith('2. Quel est l’objet\u00a0?')).toBe(true)
})

test.each([
  ['Tu es un juriste spécialisé. Réponds.', 'un juriste spécialisé'],
  ['Bonjour.\nVous êtes **experte** en budget,\nfin', 'experte en budget'],
  ['Réponds en français.', null],
])('role of %j', (system, role) => {
  expect(roleOf(system)).toBe(role)
})

test.each([
  ['Pour commencer :\n- Quel budget ?\n- Quel délai ?\n\nPuis rédige.\n- autre', ['Quel budget ?', 'Quel délai ?']],
  ['Demande toujours : Pour quand ? Sois bref. Qui signe ?', ['Demande toujours : Pour quand ?', 'Qui signe ?']],
])('initial questions of %j', (system, questions) => {
  expect(initialQuestionsOf(system)).toEqual(questions)
})

test('an assistant without questions gets three general ones', () => {
  expect(initialQuestionsOf('Vous êtes un assistant IA utile.')).toHaveLength(3)
})

describe('answer in a conversation', () => {
  const answer = composeAnswer({
    purpose: 'chat',
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: 'La séance est le 1er juin 2026.' },
      { role: 'assistant', content: 'Noté pour le 3 mars 1999.' },
      { role: 'user', content: 'Une ombrière de 45 000 € HT, selon l’article L. 2121-29.' },
    ],
  })

  test('says what it is, restates the question and the facts of every turn of the user', () => {
    expect(answer).toMatch(/^\*Réponse du modèle de démonstration/)
    expect(answer).toContain('> Une ombrière de 45 000 € HT, selon l’article L. 2121-29.')
    expect(answer).toContain('- **Dates**\u00a0: 1er juin 2026')
    expect(answer).toContain('- **Montants**\u00a0: 45 000 € HT')
    expect(answer).toContain('- **Références**\u00a0: article L. 2121-29')
    expect(answer).not.toContain('1999')
  })

  test('keeps whole a reference that a line of a copied document cut', () => {
    const messages = [{ role: 'user' as const, content: 'Modifié par le décret n°2012- 902 du 20 juillet 2012 et la loi n° 2015-991, art. 3.' }]
    expect(composeAnswer({ purpose: 'chat', messages })).toContain('- **Références**\u00a0: décret n°2012- 902, loi n° 2015-991, art. 3\n')
  })

  test('gives the deliverable and the outline of the assistant’s trade, to complete', () => {
    expect(answer).toContain('- Le projet de délibération : visas')
    expect(answer).toContain('## Plan proposé\n\n### Visas\n\n[À COMPLÉTER]\n\n### Considérants')
  })
})

test('facts are copied as written, once each', () => {
  expect(factsOf('Le 12/03/2026 puis le 12/03/2026, 30 % de 1 200 euros pour un arrêté et une note.')).toEqual([
    { label: 'Dates', values: ['12/03/2026'] },
    { label: 'Montants', values: ['1 200 euros'] },
    { label: 'Pourcentages', values: ['30 %'] },
  ])
})

test('facts of a text pasted from a PDF: lines that break in the middle, one fact written in two ways', () => {
  expect(
    factsOf('Séance du 24\navril 2014\nTaux en\n2014\n% d’évolution : 22,49 % puis 22,49%. Base\n2014\n343 908 000 €, soit 343\u202f908\u202f000\u00a0€'),
  ).toEqual([
    { label: 'Dates', values: ['24 avril 2014'] },
    { label: 'Montants', values: ['343 908 000 €'] },
    { label: 'Pourcentages', values: ['22,49 %'] },
  ])
})

test('sentences do not end at an initial or an abbreviation', () => {
  expect(sentencesOf('Selon l’art. 5 et l’article L. 2121-29, M. Petit signe. Le maire vise.\n\n- Un point\n- Un autre')).toEqual([
    'Selon l’art. 5 et l’article L. 2121-29, M. Petit signe.',
    'Le maire vise.',
    'Un point',
    'Un autre',
  ])
})

describe('an act or a letter without an example', () => {
  test.each([
    [
      'Rédige une délibération pour accorder une subvention de 1 500 € au club de Lannec.',
      ['# Délibération', 'décide d’accorder une subvention de 1 500 € au club de Lannec.'],
    ],
    ['Prépare un arrêté pour fermer la rue du Port le 3 mai 2027', ['# Arrêté', 'fermer la rue du Port le 3 mai 2027']],
    ['Écris une lettre à M. Petit pour refuser sa demande. La rue est en travaux.', ['**Objet\u00a0:** Refuser sa demande', 'La rue est en travaux.']],
  ])('%s has the facts in their places', (question, expected) => {
    for (const part of expected) expect(answerTo(question, 'Vous aidez.')).toContain(part)
  })

  test('is completed by what comes next, and by nothing else', () => {
    const messages = ['Rédige une délibération pour acheter un car.', 'La commune est Lannec et le maire est Yann Le Goff.'].flatMap((content) => [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: 'Voici.' },
    ])
    const answer = composeAnswer({ purpose: 'chat', messages: [{ role: 'system', content: 'Vous aidez.' }, ...messages.slice(0, -1)] })
    expect(answer).toContain('Commune\u00a0: Lannec')
    expect(answer).toContain('Le maire, Yann Le Goff')
    expect(answerTo('Rédige une délibération', 'Vous aidez.')).toContain('Ce qu’il me faudrait')
    expect(answerTo('Qu’est-ce qu’une délibération\u00a0?', 'Vous aidez.')).toContain('Ce qu’il me faudrait')
  })
})

// No expression may backtrack at length on what a person can write (INJ-10).
test.each([
  '1',
  '1 ',
  '\n',
  '\n ',
  '. ',
  '- a ',
  '- a\n',
  ' | ',
  'a | b\n',
  ':\n',
  '[1]\n```\n',
  'article ',
  'code de la ',
  'M. A ',
  'A-',
  'a@a.',
  '« ',
  'L. ',
  '?\n',
  '**',
  'tu es ',
  'rédige une ',
  'doit ',
])('100 kB of %j in the prompt and in the question', (piece) => {
  const content = piece.repeat(100_000 / piece.length)
  for (const purpose of ['chat', 'opening', 'library'] as const) expect(answerTo(content, `Questions initiales ${content}`, purpose).length).toBeGreaterThan(50)
  const whole = `## Documents de la personne\n\n[1]\n\`\`\`\`\na — page 1\n\n${content}\n\`\`\`\``
  for (const question of [
    'Résume',
    'Liste les dates et les noms',
    'Quels articles de loi ?',
    'Qui a signé ?',
    'Que faut-il faire ?',
    'Donne un titre',
    'Traduis',
    'Quelle durée ?',
  ])
    expect(answerTo(question, whole, 'library').length).toBeGreaterThan(50)
})
