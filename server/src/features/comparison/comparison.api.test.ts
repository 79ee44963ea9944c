import { routes } from '@parvis/contract'
import { makePdf } from '@parvis/document-reading/fixtures'
import { openParts } from '@parvis/office-writing/fixtures'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { addToLibrary, fileForm, uploadPrivate } from '../documents/documents.fixture.ts'

const { comparisons } = routes
const app = openTestApp()
const { ana, bruno } = people(app, { ana: {}, bruno: {} })

const oldText = '# Règlement\n\n## Article 1 – Prêt\n\nLe prêt dure 21 jours.\n\n| Âge | Tarif |\n| --- | --- |\n| adulte | 12 € |\n\nLe maire signe.\n'
const newText =
  '# RÈGLEMENT\n\n## Article 1 – Prêt\n\nLe prêt dure 28 jours.\n\n| Âge | Tarif |\n| --- | --- |\n| adulte | 15 € |\n\nLe maire signe.\n\nUne copie est remise.\n'

/** File to compare with `other`, or with the usual text. `result`: status, then the number of changes or the code of the error. */
type Input = {
  what: string
  file: readonly [string, string | Uint8Array<ArrayBuffer>]
  other?: string
  result: readonly [number, string | number]
  sentence?: RegExp
}

const compare = (before: string, after: string, token = ana.token) => app.call(comparisons.compare, { token, body: { before, after } })

describe('two documents', () => {
  it('the changes in order, and the figures, whatever their kind', async () => {
    const { id: before } = await addToLibrary(app, bruno, 'règlement 2025.md', oldText)
    const after = await uploadPrivate(app, ana, 'règlement 2026.md', newText)
    const { status, body } = await compare(before, after)
    expect(status).toBe(200)
    expect([body.before, body.after]).toEqual([
      { id: before, name: 'règlement 2025.md' },
      { id: after, name: 'règlement 2026.md' },
    ])
    expect(body.changes.map(({ kind, before: from, after: to, section }) => [kind, from?.text, to?.text, section])).toEqual([
      ['changed', 'Le prêt dure 21 jours.', 'Le prêt dure 28 jours.', 'Article 1 – Prêt'],
      ['changed', 'adulte | 12 €', 'adulte | 15 €', 'Article 1 – Prêt'],
      ['added', undefined, 'Une copie est remise.', 'Article 1 – Prêt'],
    ])
    expect(body.changes[0]!.words).toEqual([
      { kind: 'same', text: 'Le prêt dure ' },
      { kind: 'removed', text: '21' },
      { kind: 'added', text: '28' },
      { kind: 'same', text: ' jours.' },
    ])
    expect(body.figures).toEqual([
      { before: '21', after: '28', before_unit: 'jours', after_unit: 'jours', label: 'Le prêt dure […] jours', change: 0 },
      { before: '12 €', after: '15 €', label: 'adulte – Tarif', change: 1 },
    ])
    const exported = await app.call(comparisons.export, { token: ana.token, query: { before, after } })
    expect(exported.status).toBe(200)
    expect(decodeURIComponent(exported.headers['content-disposition'] as string)).toContain('Comparaison - règlement 2026.docx')
    expect(openParts(exported.bytes)['word/document.xml']).toMatch(
      /<w:del [^>]*w:author="Comparaison Parvis"[^>]*><w:r><w:delText xml:space="preserve">21<\/w:delText>/,
    )
  })

  it('a document and itself, one that does not exist, one that is not read yet or could not be', async () => {
    const { id } = await addToLibrary(app, ana, 'note.md', oldText)
    const itself = await compare(id, id)
    expect([itself.status, itself.error.code, Object.keys(itself.error.fields!)]).toEqual([422, 'request.invalid', ['after']])
    expect((await compare(id, crypto.randomUUID())).status).toBe(404)
    const secret = await uploadPrivate(app, bruno, 'secret.md', newText)
    for (const [before, after] of [
      [id, secret],
      [secret, id],
    ] as const)
      expect((await compare(before, after)).status).toBe(404)
    const { body } = await app.call(routes.library.upload, { token: ana.token, form: fileForm('attente.md', newText, {}, 'document') })
    const waiting = await compare(id, body.document_id)
    expect([waiting.status, waiting.error.code, waiting.error.message]).toEqual([
      409,
      'documents.not_read',
      '«\u00a0attente.md\u00a0» n’est pas encore lu. Recommencez dans un instant.',
    ])
    await app.context.worker.drain()
    expect((await compare(id, body.document_id)).status).toBe(200)
  })

  // A grey page without a letter, as a blank sheet on a scanner.
  const blankScan = new Uint8Array(
    makePdf({
      pages: [{ content: 'q 500 0 0 700 40 40 cm /Im1 Do Q' }],
      objects: [
        { dictionary: '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 >>', stream: Buffer.alloc(4, 200) },
      ],
    }),
  )
  const manyParagraphs = Array.from({ length: 20_000 }, (_, at) => `Alinéa ${at} du règlement intérieur de la médiathèque.`).join('\n\n')
  const longParagraph = `Le prêt dure 21 jours. ${'Le lecteur rend les documents à la date prévue. '.repeat(4_200)}`

  const inputs: Input[] = [
    { what: 'the same text', file: ['copie.md', oldText], result: [200, 0] },
    { what: 'an empty file', file: ['vide.md', ''], result: [422, 'documents.empty'], sentence: /«\u00a0vide\.md\u00a0».*vide/ },
    { what: 'a format that is not read', file: ['plan.dwg', 'AC1027'], result: [415, 'documents.unsupported'], sentence: /n’est pas accepté/ },
    {
      what: 'a damaged file',
      file: ['abîmé.pdf', '%PDF-1.4 rien'],
      result: [409, 'documents.unreadable'],
      sentence: /^«\u00a0abîmé\.pdf\u00a0» n’a pas pu être lu.*\u00a0: il ne peut pas être comparé\.$/,
    },
    {
      what: 'a scan without text',
      file: ['scan.pdf', blankScan],
      result: [409, 'documents.unreadable'],
      sentence: /«\u00a0scan\.pdf\u00a0» n’a pas pu être lu \(.*aucun texte.*\)/,
    },
    {
      what: '20,000 paragraphs',
      file: ['long.md', manyParagraphs.replace('Alinéa 12345 du', 'Alinéa 12345 nouveau du')],
      other: manyParagraphs,
      result: [200, 1],
    },
    { what: 'a paragraph of 200,000 characters', file: ['bloc.md', longParagraph.replace('21', '28')], other: longParagraph, result: [200, 1] },
    {
      what: 'more than can be compared',
      file: ['énorme.md', `${manyParagraphs}\n\n${manyParagraphs.repeat(2)}`],
      result: [413, 'documents.too_long_to_compare'],
      sentence: /trop longs/,
    },
  ]
  it.each(inputs)('$what', { timeout: 60_000 }, async ({ file: [name, content], other = oldText, result, sentence = /^$/ }) => {
    const before = await uploadPrivate(app, ana, 'avant.md', other)
    const uploaded = await app.call(routes.library.upload, { token: ana.token, form: fileForm(name, content, {}, 'document') })
    await app.context.worker.drain()
    const { status, body, error } = uploaded.status === 201 ? await compare(before, uploaded.body.document_id) : uploaded
    expect([status, status === 200 ? (body as { changes: unknown[] }).changes.length : error.code]).toEqual(result)
    if (status !== 200) expect(error.message).toMatch(sentence)
  })

  it('thirty at once, then one every two seconds; the next is told to wait', async () => {
    const [before, after] = [await uploadPrivate(app, bruno, 'a.md', oldText), await uploadPrivate(app, bruno, 'b.md', newText)]
    const answers = await Promise.all(Array.from({ length: 34 }, () => compare(before, after, bruno.token)))
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429, 503]))
    for (const { status, headers } of answers) if (status !== 200) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(22)
  })
})
