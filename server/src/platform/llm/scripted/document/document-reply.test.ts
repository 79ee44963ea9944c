import { applyProposal, blocksOfMarkdown, blockText, parseMarks, placeChanges, withId, type Block } from '@parvis/written-document'
import type { WrittenBlock, WrittenKind } from '@parvis/contract'
import { describe, expect, test } from 'vitest'
import { documentSection } from '../../../../features/chat/document-in-prompt.ts'
import { composeAnswer } from '../scripted-answers.ts'

const blocksFrom = (markdown: string): Block[] => blocksOfMarkdown(markdown).map((content, at) => withId(content, `b${at + 1}`))

interface Request {
  kind?: WrittenKind
  /** Numbers of the selected blocks. */
  selected?: number[]
  earlier?: string[]
}

/** Asks the demonstration model about a document, and accepts what it proposes. */
function ask(markdown: string | Block[], question: string, { kind = 'deliberation', selected, earlier = [] }: Request = {}) {
  const blocks = typeof markdown === 'string' ? blocksFrom(markdown) : markdown
  const selection = selected === undefined ? null : selected.map((number) => blocks[number - 1]!.id)
  const document = { title: 'Essai', kind, blocks: blocks as WrittenBlock[] }
  const section = documentSection(document, { positions: blocks.map((_, at) => at), selection, former: null })
  const messages = [
    { role: 'system' as const, content: `Vous êtes un assistant.\n\n${section}` },
    ...[...earlier, question].map((content) => ({ role: 'user' as const, content })),
  ]
  const answer = composeAnswer({ purpose: 'chat', messages })
  const { prose, changes } = parseMarks(answer)
  const placed = placeChanges(changes, blocks, selection && new Set(selection))
  let present = blocks
  const unplaced: string[] = []
  for (const proposal of placed) {
    if (proposal.kind === 'unplaced') {
      unplaced.push(proposal.reason)
      continue
    }
    const application = applyProposal(present, proposal)
    if (application.kind === 'applied') present = application.blocks
    else unplaced.push('conflict')
  }
  return { prose, changes, unplaced, blocks: present, text: present.map(blockText) }
}

const act = `# Délibération

Séance du [À COMPLÉTER : date de la séance]

Vu le code général des collectivités territoriales,

Considérant que la halle est vétuste,

Article 1 : Le tarif de la salle est de 12 €.

Article 2 : La convention dure trois ans.

Article 3 : Le stationnement est interdit.

Fait à [À COMPLÉTER : commune], le [À COMPLÉTER : date de signature].

Le maire, [À COMPLÉTER : nom du signataire]`

describe('a request about a document', () => {
  test.each<[string, string, Request, (string | RegExp)[], (string | RegExp)[]]>([
    ['fills a date', 'La séance a lieu le 12 mai 2026.', {}, ['Séance du 12 mai 2026'], [/Séance du \[/]],
    [
      'fills each blank with its own fact',
      'La séance a lieu le 12 mai 2026, la commune est Lannec, signé le 15 mai 2026 par le maire : Yann Le Goff.',
      {},
      ['Séance du 12 mai 2026', 'Fait à Lannec, le 15 mai 2026.', 'Le maire, Yann Le Goff'],
      [/COMPLÉTER/],
    ],
    ['fills from an earlier message on request', 'Complète le document', { earlier: ['La commune est Lannec.'] }, [/^Fait à Lannec,/], []],
    ['replaces words', 'Remplace « trois ans » par « quatre ans »', {}, ['Article 2 : La convention dure quatre ans.'], [/trois/]],
    ['replaces words without quotation marks', 'change interdit en autorisé', {}, ['Article 3 : Le stationnement est autorisé.'], [/interdit/]],
    [
      'replaces words, and leaves the next request',
      'change interdit en autorisé et complète la date',
      {},
      ['Article 3 : Le stationnement est autorisé.'],
      [/interdit/, /complète/],
    ],
    ['replaces a value by another', 'Passe le tarif de 12 € à 15 €', {}, ['Article 1 : Le tarif de la salle est de 15 €.'], [/12 €/]],
    ['sets the value of a subject', 'Mets le tarif à 18,50 €', {}, ['Article 1 : Le tarif de la salle est de 18,50 €.'], [/12 €/]],
    ['sets a duration', 'Passe la durée de la convention à 5 ans', {}, ['Article 2 : La convention dure 5 ans.'], [/trois ans/]],
    [
      'rewrites an article from its new meaning',
      'Réécris l’article 2 pour dire que la convention dure cinq ans',
      {},
      ['Article 2 : La convention dure cinq ans.'],
      [/trois/],
    ],
    ['rewrites an article', 'Remplace l’article 3 par : le stationnement est gratuit', {}, ['Article 3 : Le stationnement est gratuit.'], [/interdit/]],
    ['deletes an article', 'Supprime l’article 3', {}, ['Article 2 : La convention dure trois ans.'], [/^Article 3/]],
    ['deletes two articles', 'Peux-tu supprimer les articles 1 et 3 ?', {}, [/^Article 2/], [/^Article [13]/]],
    ['deletes what is about a subject', 'Supprime le considérant sur la halle', {}, [], [/halle/]],
    ['deletes what is selected', 'Supprime ce passage', { selected: [4] }, [], [/halle/]],
    [
      'adds an article with what the person says',
      'Ajoute un article sur le stationnement : gratuit pour les riverains jusqu’au 31 mars 2026',
      {},
      [/^Article 4\u00a0: Stationnement\. Gratuit pour les riverains jusqu’au 31 mars 2026\.$/],
      [],
    ],
    ['adds an article with a blank', 'Ajoute un article sur la sécurité', {}, [/^Article 4\u00a0: Sécurité\. \[À COMPLÉTER/], []],
    ['adds an article that says', 'ajoute un article disant que le maire signe la convention', {}, [/^Article 4\u00a0: Le maire signe la convention\.$/], []],
    ['adds a visa', 'Ajoute un visa : l’avis de la commission du 3 mars 2026', {}, ['Vu l’avis de la commission du 3 mars 2026,'], []],
    ['adds a considérant', 'Ajoute un considérant disant que la toiture fuit', {}, ['Considérant que la toiture fuit,'], []],
    ['goes on', 'Continue', {}, [/^Article 4\u00a0: Le maire est chargé de l’exécution de la présente délibération\.$/], []],
    [
      'touches only the selection',
      'Remplace « le » par « ce »',
      { selected: [5] },
      ['Article 1 : ce tarif de la salle est de 12 €.', 'Article 2 : La convention dure trois ans.'],
      [],
    ],
  ])('%s', (_, question, request, present, absent) => {
    const { text, unplaced } = ask(act, question, request)
    expect(unplaced).toEqual([])
    for (const wanted of present) expect(text).toContainEqual(typeof wanted === 'string' ? wanted : expect.stringMatching(wanted))
    for (const unwanted of absent) expect(text).not.toContainEqual(expect.stringMatching(unwanted))
  })

  test.each<[string, string, string, Request, string[]]>([
    [
      'shorter',
      'Plus court',
      'La commune met à disposition de l’association une salle de réunion (au premier étage de la mairie) pour ses activités. Elle en assure aussi le chauffage pendant l’hiver.',
      {},
      ['La commune met à disposition de l’association une salle de réunion pour ses activités.'],
    ],
    ['simpler', 'Plus simple', 'Il convient de solliciter la mairie afin de réserver.', {}, ['Il faut demander la mairie pour réserver.']],
    ['formal', 'Dans un style plus formel', 'Il faut demander une clé à partir du 3 mai.', {}, ['Il convient de solliciter une clé à compter du 3 mai.']],
    ['a table', 'Mets en tableau', '## Tarifs\n\n- **Adulte** : 12 €\n- **Enfant** : 6 €', {}, ['Tarifs', 'Point | Contenu\nAdulte | 12 €\nEnfant | 6 €']],
  ])('rewrites as %s', (_, question, markdown, request, text) => {
    expect(ask(markdown, question, { kind: 'note', ...request })).toMatchObject({ text, unplaced: [] })
  })

  test('says which part of a request is not done', () => {
    expect(ask(act, 'change interdit en autorisé et complète la date').prose).toMatch(
      /Je n’ai pas fait la suite de votre demande, «\u00a0complète la date\u00a0»/,
    )
  })

  test('a heading article is deleted with its text, and a new one has its form', () => {
    const convention = '## Article 1 – Objet\n\nLa salle est prêtée.\n\n## Article 2 – Durée\n\nTrois ans.\n\nElle se renouvelle.'
    expect(ask(convention, 'supprime l’article 2').text).toEqual(['Article 1 – Objet', 'La salle est prêtée.'])
    const added = ask(convention, 'Ajoute un article sur l’assurance : le preneur s’assure').blocks.slice(-2)
    expect(added).toMatchObject([
      { kind: 'heading', level: 1, text: 'Article 3 – Assurance' },
      { kind: 'paragraph', text: 'Le preneur s’assure.' },
    ])
  })

  test.each([
    ['Quel est le tarif de la salle ?', /12 €/],
    ['Combien de temps dure la convention ?', /trois ans/],
    ['Bonjour', /suit des règles/],
    ['Traduis en anglais', /ne sait pas traduire/],
    ['Remplace « licorne » par « cheval »', /ne trouve pas/],
    ['Supprime l’article 9', /ne trouve pas/],
  ])('%s: words, and no change', (question, words) => {
    const { prose, changes, text } = ask(act, question)
    expect([prose, changes, text]).toEqual([expect.stringMatching(words), [], ask(act, 'Bonjour').text])
  })
})

describe('an empty document', () => {
  const facts =
    'Rédige une délibération pour accorder une subvention de 1 500 € au club de football de Lannec. Le club achète des maillots pour 84 enfants. Il a déposé sa demande le 3 mars 2026. La séance a lieu le 12 mai 2026. Le maire est Yann Le Goff.'

  test('becomes a deliberation of the person’s facts, with a blank for what is missing', () => {
    const { text, unplaced, blocks } = ask('', facts)
    expect(unplaced).toEqual([])
    expect(blocks.map((block) => (block.kind === 'paragraph' ? block.style : block.kind))).toEqual([
      'heading',
      'body',
      'body',
      'body',
      'visa',
      'considerant',
      'considerant',
      'body',
      'article',
      'article',
      'article',
      'body',
      'body',
      'body',
    ])
    const all = text.join('\n')
    for (const fact of [
      'accorder une subvention de 1 500 € au club de football de Lannec',
      '84 enfants',
      '3 mars 2026',
      'Séance du 12 mai 2026',
      'Yann Le Goff',
    ])
      expect(all).toContain(fact)
    expect(text).toContain('Considérant que le club achète des maillots pour 84 enfants,')
    expect(all).toContain('[À COMPLÉTER')
    expect(all.match(/12 mai 2026/g)).toHaveLength(1)
  })

  test.each<[WrittenKind, string, RegExp]>([
    ['arrete', 'Un arrêté pour interdire le stationnement rue des Lilas le 4 juin 2026.', /rue des Lilas le 4 juin 2026/],
    ['courrier', 'Écris un courrier pour répondre à Mme Claire Petit. Sa demande de place est acceptée.', /Sa demande de place est acceptée\./],
    ['note', 'Prépare une note sur la cantine. 84 élèves mangent le jeudi.', /84 élèves mangent le jeudi\./],
  ])('of kind %s has the facts', (kind, question, fact) => {
    const { text, unplaced } = ask('', question, { kind })
    expect([text.join('\n'), unplaced]).toEqual([expect.stringMatching(fact), []])
  })

  test('asks for the facts when there is none', () => {
    expect(ask('', 'Bonjour')).toMatchObject({ changes: [], prose: expect.stringMatching(/vide/) })
  })
})

// No expression may backtrack at length on what a person can write (INJ-10). In microseconds of processor time: others may want the machine.
test.each([
  'ajoute un article ',
  'remplace a par ',
  'supprime l’article 3, ',
  '[À COMPLÉTER',
  'passe 1 à ',
  'rédige une délibération pour ',
  'le maire est A',
  '1 ',
  'A-',
  ' : ',
  '. ',
])('100 kB of %j in the question and in the document', (piece) => {
  const long = piece.repeat(Math.floor(100_000 / piece.length))
  const start = process.threadCpuUsage()
  expect(ask([{ id: 'b1', kind: 'paragraph', style: 'body', text: long }], `${long} ?`).changes).toBeDefined()
  ask(act, long)
  ask('', long)
  expect(process.threadCpuUsage(start).user).toBeLessThan(4_000_000)
})
