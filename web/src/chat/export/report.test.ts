// @ts-expect-error: the browser's types know no files; tests run in Node.
import { readFileSync } from 'node:fs'
import { toDocx, toOdt } from '@parvis/office-writing'
import { openParts, readStrictly } from '@parvis/office-writing/fixtures'
import { describe, expect, it } from 'vitest'
import { plainConversation } from './exported-text.ts'
import { answerReport, conversationReport } from './report.ts'
import { context, message, question } from './export.fixture.ts'

/** Default letterhead of the product. */
const builtIn = (format: 'docx' | 'odt') => new Uint8Array(readFileSync(new URL(`../../../public/templates/export_template.${format}`, import.meta.url)))

const report = answerReport(context, message)
const docx = openParts(toDocx(report, builtIn('docx')))
const odt = openParts(toOdt(report, builtIn('odt')))

describe('every part, on the letterhead of the product', () => {
  it.each([...Object.entries(docx), ...Object.entries(odt).filter(([name]) => name !== 'mimetype')].filter(([, xml]) => xml.startsWith('<')))(
    '%s is well formed, its spaces named',
    (_, xml) => expect(() => readStrictly(xml)).not.toThrow(),
  )

  it('says who wrote it, and that a machine did (trust case LLM-13)', () => {
    expect(docx['docProps/core.xml']).toContain('<dc:title>Note de synthèse – École Œuvre-Saint-Cœur</dc:title><dc:creator>Parvis</dc:creator>')
    expect(docx['docProps/core.xml']).toContain('généré par IA')
    expect(odt['meta.xml']).toContain('<meta:initial-creator>Parvis</meta:initial-creator>')
    for (const xml of [docx['word/document.xml']!, odt['content.xml']!]) expect(readStrictly(xml)).toContain('Texte généré par une intelligence artificielle')
  })
})

const reviewed = {
  id: 'r',
  reviewer: 'Jeanne Durand',
  is_own: true,
  capacity: 'la mairie',
  reviewed_at: '2026-11-30T09:00:00.000Z',
  digest: 'a'.repeat(64),
  is_current: true,
}

it('says who reviewed an answer in its text and its properties, or that nobody did', () => {
  const review = { is_generated: true, models: ['petit'], reviews: [reviewed], digest: 'a'.repeat(64) }
  const written = answerReport(context, message, review)
  const words = readStrictly(openParts(toDocx(written, builtIn('docx')))['word/document.xml']!)
  expect(words).toContain('Relu par Jeanne Durand, le 30 novembre 2026, au titre de la mairie.')
  expect(words).not.toContain('sans relecture')
  expect(openParts(toOdt(written, builtIn('odt')))['meta.xml']).toContain('meta:name="Parvis.empreinte_sha256" meta:value-type="string">aaaa')
  expect(readStrictly(docx['word/document.xml']!)).toContain('sans relecture humaine enregistrée (règlement (UE) 2024/1689, article 50, paragraphe 4)')
  expect(docx['docProps/custom.xml']).toContain('name="Parvis.relu"><vt:lpwstr>non<')
})

it('says of a conversation which answers were reviewed', () => {
  const other = { ...message, reviews: [{ ...reviewed, is_current: false }] }
  const statesOf = (...answers: (typeof message)[]) => conversationReport(context, [question, ...answers]).properties!['Parvis.relu']
  expect(statesOf(message, other)).toBe('non')
  expect(statesOf({ ...message, reviews: [reviewed] }, other)).toBe('en partie')
  expect(statesOf({ ...message, reviews: [reviewed] })).toBe('oui')
  const words = plainConversation(context, [question, { ...message, reviews: [reviewed] }, other])
  expect([words.includes('Relu par Jeanne Durand, le 30 novembre 2026'), words.includes('Modifié depuis la relecture de Jeanne Durand')]).toEqual([true, true])
})

it('is called by the first heading of the answer, else by the title of the conversation, else by who gave it', () => {
  expect(report.title).toBe('Note de synthèse – École Œuvre-Saint-Cœur')
  const plain = { ...message, content: 'Voici.' }
  expect(answerReport(context, plain).title).toBe('Réfection & école')
  expect(answerReport({ ...context, title: null }, plain).title).toBe('Rédacteur de délibérations')
})

describe('numbered sources', () => {
  it.each([
    ['Word', docx['word/document.xml']!],
    ['LibreOffice', odt['content.xml']!],
  ])('with document, page and extract in %s', (_, xml) => {
    const words = readStrictly(xml)
    expect(words).toContain('[1] Règlement intérieur.pdf, page\u00a03 · Titre II › Congés«\u00a0Vingt-cinq jours de congés.\u00a0»')
    expect(words).toContain('Source datée du 2 septembre 2019\u00a0: vérifiez que la règle est toujours en vigueur.Sources[1]')
    expect(words).toContain('[2] Délibération.odt, version du 2 septembre 2019, remplacé le 1er\u00a0juin 2026«\u00a0Le conseil approuve.\u00a0»')
    expect(words).toContain('Autres passages consultés[3] Annexe <x>.docx, page\u00a012')
  })
})

describe('conversation', () => {
  const talk = conversationReport(context, [
    { ...message, content: 'Bonjour.', sources: [] },
    question,
    message,
    question,
    { ...message, content: 'Coup', sources: [], status: 'interrompue', finish_reason: 'stopped' },
  ])
  const xml = openParts(toDocx(talk, builtIn('docx')))['word/document.xml']!
  const headings = [...xml.matchAll(/<w:pStyle w:val="Heading(\d)"\/><\/w:pPr>(.*?)<\/w:p>/g)].map(
    ([, level, runs]) => `${level} ${runs!.replace(/<[^>]*>/g, '')}`,
  )

  it('tells questions from answers, in chapters', () => {
    expect(headings.slice(0, 4)).toEqual([
      '1 Accueil de Rédacteur de délibérations',
      '1 Question 1',
      '2 Réponse de Rédacteur de délibérations',
      '3 Note de synthèse – École Œuvre-Saint-Cœur',
    ])
    expect(headings.at(-1)).toBe('2 Réponse de Rédacteur de délibérations')
    expect(xml.match(/<w:pStyle w:val="Question"\/>/g)).toHaveLength(2)
  })

  it('says the assistant, the project, the dates, and why an answer is not whole', () => {
    const words = readStrictly(xml)
    for (const fact of [
      'Réfection & école',
      'Assistant\u00a0: Rédacteur',
      'Projet\u00a0: Écoles 2026',
      'Conversation du 20 novembre 2026',
      'Exportée le 21 novembre 2026 (2\u00a0questions)',
    ])
      expect(words).toContain(fact)
    expect(words).toContain('Vous avez arrêté cette réponse.')
    // Questions are not Markdown.
    expect(words).toContain('Rédigez une **note**sur l’école <b>.')
  })

  it('tells at their place what changed in it, in the words of the screen', () => {
    const changes = [
      { kind: 'library', former: null, name: 'Urbanisme <1>', after: 0 },
      { kind: 'project', former: 'Écoles 2026', name: 'Voirie', after: 2 },
      { kind: 'library', former: 'Urbanisme <1>', name: null, after: 2 },
      // After an edit, the conversation has fewer messages than `after`.
      { kind: 'project', former: 'Voirie', name: null, after: 9 },
    ] as const
    const answer = { ...message, content: 'Oui.', sources: [] }
    const changed = conversationReport({ ...context, changes }, [question, answer, question, answer])
    const events = ['Bibliothèque associée\u00a0: Urbanisme <1>', 'Projet changé\u00a0: Voirie', 'Bibliothèque retirée\u00a0: Urbanisme <1>']
    for (const [xml, style] of [
      [openParts(toDocx(changed, builtIn('docx')))['word/document.xml']!, /<w:pStyle w:val="Event"\/>/g],
      [openParts(toOdt(changed, builtIn('odt')))['content.xml']!, /text:style-name="Parvis_20_evenement"/g],
    ] as const) {
      expect(xml.match(style)).toHaveLength(4)
      const words = readStrictly(xml)
      for (const [at, parts] of [
        [events[0]!, 'Question 1'],
        ['Oui.', `${events[1]}${events[2]}Question 2`],
        ['Oui.', 'Projet retiré\u00a0: VoirieTexte généré'],
      ].entries())
        expect(words, `${at}`).toContain(parts.join(''))
    }
    const text = plainConversation({ ...context, changes }, [question, answer])
    expect(text.split('\n\n')).toEqual([
      `(${events[0]})`,
      `Question\u00a0:\n${question.content}`,
      'Réponse de Rédacteur de délibérations\u00a0:\nOui.',
      `(${events[1]})`,
      `(${events[2]})`,
      '(Projet retiré\u00a0: Voirie)',
    ])
  })

  it('numbers its notes through all its answers', () => {
    const twice = openParts(toOdt(conversationReport(context, [question, message, question, message]), builtIn('odt')))['content.xml']!
    expect([...twice.matchAll(/<text:note-citation>(\d)/g)].map(([, number]) => number)).toEqual(['1', '2', '3', '4'])
  })
})

it('names each assistant that answered over its answers, and all of them at the head', () => {
  const talk = conversationReport(context, [{ ...message, content: 'Bonjour.', by: 'Juriste' }, question, { ...message, by: 'Juriste' }, question, message])
  const headings = talk.blocks.flatMap((block) => (block.kind === 'heading' ? [block.content] : []))
  expect(talk.facts[0]).toBe('Assistants\u00a0: Juriste, Rédacteur de délibérations')
  expect(JSON.stringify(headings).match(/(Accueil|Réponse) de [^"]+/g)).toEqual([
    'Accueil de Juriste',
    'Réponse de Juriste',
    'Réponse de Rédacteur de délibérations',
  ])
  expect(plainConversation(context, [{ ...message, by: 'Juriste' }])).toContain('Réponse de Juriste\u00a0:')
})

it('as plain text, leaves what a person wrote as it is and reads each answer by itself', () => {
  const asked = { ...question, content: '# Calcul\n---\n3*4*5 et `x`[^1]' }
  const answer = (content: string) => ({ ...message, content, sources: [] })
  const cut = { ...answer('Voici\u00a0:\n\n```\nun **code'), status: 'interrompue', finish_reason: 'stopped' } as const
  const said = 'Réponse de Rédacteur de délibérations\u00a0:\n'
  expect(plainConversation(context, [asked, cut, asked, answer('Une **note**[^1].\n\n[^1]: Seconde.')])).toBe(
    [
      `Question\u00a0:\n${asked.content}`,
      `${said}Voici\u00a0:\n\nun **code`,
      'Vous avez arrêté cette réponse. Ce qui était écrit est gardé.',
      `Question\u00a0:\n${asked.content}`,
      `${said}Une note[1].\n\n[1] Seconde.`,
    ].join('\n\n'),
  )
})

it.each([
  ['Voici.\n\n@@ remplacer 2\nLe texte.\n@@ fin\n\n@@ supprimer 4', 'Voici.Cette réponse propose 2\u00a0modifications d’un document.'],
  ['@@ insérer après 2\nLe texte.\n@@ fin', 'Cette réponse propose 1\u00a0modification d’un document.'],
])('no file shows the marks of %j, a sentence counts the changes', (content, said) => {
  const proposing = { ...message, content, sources: [] }
  for (const made of [answerReport(context, proposing), conversationReport(context, [question, proposing])])
    for (const xml of [openParts(toDocx(made, builtIn('docx')))['word/document.xml']!, openParts(toOdt(made, builtIn('odt')))['content.xml']!]) {
      expect(readStrictly(xml)).toContain(said)
      expect(xml).not.toMatch(/@@|Le texte/)
    }
  expect(plainConversation(context, [proposing]).split('\u00a0:\n')[1]!.replaceAll('\n', '')).toBe(said)
})

it('closes what an answer that broke off had begun', () => {
  const cut = { ...message, sources: [], content: '## Le **budget prim', status: 'interrompue' as const, finish_reason: 'cut' as const }
  const { title, blocks } = answerReport(context, cut)
  expect(title).toBe('Le budget prim')
  expect(JSON.stringify([blocks, conversationReport(context, [question, cut]).blocks.slice(2)])).not.toContain('**')
})

it('says nothing of a source that is closed to this person but its number', () => {
  const hidden = { number: 1, document_id: '', document: 'Document supprimé', page: null, section: null, extract: '', score: 0, is_hidden: true as const }
  const words = readStrictly(openParts(toDocx(answerReport(context, { ...message, sources: [hidden] }), builtIn('docx')))['word/document.xml']!)
  expect(words).toContain('Sources[1] Document suppriméTexte généré')
})
