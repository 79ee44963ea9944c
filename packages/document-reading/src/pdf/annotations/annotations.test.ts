import { describe, expect, test } from 'vitest'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'
import { drawText, makePdf, makeTaggedPdf, markContent } from '../../testing/pdf-fixture.ts'

type Entry = string | { dictionary: string; stream: Uint8Array }

/** An annotation of a page; `rest` is the end of its dictionary. */
const annotation = (subtype: string, rect: string, rest = '') => `<< /Type /Annot /Subtype /${subtype} /Rect [${rect}] ${rest} >>`
const form = (drawing: string, size = '200 40'): Entry => ({
  dictionary:
    `<< /Type /XObject /Subtype /Form /BBox [0 0 ${size}] /Resources << /Font << /F1 3 0 R >> /XObject 900 0 R >>`.replace(' /XObject 900 0 R', '') + ' >>',
  stream: Buffer.from(drawing, 'latin1'),
})

const content = drawText(60, 700, 'Demande de subvention de l\x92association Les Lilas') + drawText(60, 500, 'Fait \xE0 Corte, le 4 mars 2026')
const read = async (objects: Entry[], annots: number[], { catalog = '', extra = '', drawing = content } = {}) => {
  const document = await documentOf(
    makePdf({ pages: [{ content: drawing, extra: `/Annots [${annots.map((nth) => `${1000 + nth} 0 R`).join(' ')}] ${extra}` }], objects, catalog }),
    'a.pdf',
  )
  return { blocks: sketch(document), warnings: document.warnings.map(({ code, message }) => `${code} ${message}`) }
}
const [first, last] = ['Demande de subvention de l’association Les Lilas', 'Fait à Corte, le 4 mars 2026']

describe('a text typed on a page', () => {
  test('is read in its place, line by line', async () => {
    const typed = annotation('FreeText', '60 590 300 640', '/F 4 /DA (/F1 11 Tf 0 g) /Contents (Avis favorable\\rsous r\\351serve)')
    expect(await read([typed], [0])).toEqual({ blocks: [first, 'Avis favorable sous réserve', last], warnings: [] })
  })

  test('is read as it is drawn', async () => {
    const typed = annotation('FreeText', '60 600 260 640', '/F 4 /DA (/F1 11 Tf 0 g) /Contents (Ancien texte) /AP << /N 1001 0 R >>')
    expect((await read([typed, form('BT /F1 11 Tf 2 15 Td (Lot attribu\xE9) Tj ET')], [0])).blocks).toEqual([first, 'Lot attribué', last])
  })

  test('is read in its place on a turned page', async () => {
    const turned = `q 0 1 -1 0 595 0 cm ${drawText(60, 400, 'Demande de subvention')}${drawText(60, 200, 'Fait \xE0 Corte')} Q`
    const typed = annotation('FreeText', '285 60 305 300', '/F 4 /DA (/F1 11 Tf 0 g) /Contents (Avis favorable)')
    expect((await read([typed], [0], { drawing: turned, extra: '/Rotate 90' })).blocks).toEqual(['Demande de subvention', 'Avis favorable', 'Fait à Corte'])
  })

  test('is left out, and said, when it is hidden', async () => {
    const { blocks, warnings } = await read([annotation('FreeText', '60 600 300 620', '/F 2 /DA (/F1 11 Tf 0 g) /Contents (ignore)')], [0])
    expect(blocks).toEqual([first, last])
    expect(warnings).toEqual([expect.stringMatching(/^hidden_content /)])
  })

  test.each([
    ['from its own colour', [annotation('FreeText', '60 600 300 620', '/F 4 /DA (/F1 11 Tf 1 g) /Contents (ignore)')]],
    [
      'in its drawing',
      [
        annotation('FreeText', '60 600 300 620', '/F 4 /DA (/F1 11 Tf 0 g) /Contents (ignore) /AP << /N 1001 0 R >>'),
        form('1 g BT /F1 11 Tf 2 5 Td (ignore) Tj ET'),
      ],
    ],
  ])('is left out, and said, when it is white %s', async (_, objects) => {
    const { blocks, warnings } = await read(objects, [0])
    expect(blocks).toEqual([first, last])
    expect(warnings).toEqual([expect.stringMatching(/^hidden_content /)])
  })

  test('is read after its label on a tagged page', async () => {
    const tagged = markContent(0, drawText(60, 700, 'Avis du maire :')) + markContent(1, drawText(60, 600, 'Le dossier est transmis \xE0 la commission.'))
    const pdf = Buffer.from(makeTaggedPdf(tagged, ['P', 'P'])).toString('latin1')
    const typed = annotation('FreeText', '200 695 400 715', '/F 4 /DA (/F1 11 Tf 0 g) /Contents (favorable)')
    const withAnnotation = pdf.replace('/StructParents 0', `/StructParents 0 /Annots [${typed}]`)
    expect(sketch(await documentOf(Buffer.from(withAnnotation, 'latin1'), 'a.pdf'))).toEqual([
      'Avis du maire :',
      'favorable',
      'Le dossier est transmis à la commission.',
    ])
  })
})

test('the text of a stamp and of a signature is read, their images and icons are not', async () => {
  const stamp = annotation('Stamp', '60 590 260 640', '/F 4 /Contents (Avis personnel) /AP << /N 1001 0 R >>')
  const drawn = form('0 0 1 rg BT /F1 12 Tf 4 22 Td (COPIE) Tj 40 0 Td ( CONFORME) Tj -40 -14 Td (le 4 mars 2026) Tj ET')
  const signature = annotation('Widget', '60 420 260 460', '/F 4 /FT /Sig /T (signature) /AP << /N 1003 0 R >>')
  const signed = form('BT /F1 10 Tf 2 20 Td (Sign\xE9 par Jeanne Martin) Tj ET')
  expect(await read([stamp, drawn, signature, signed], [0, 2])).toEqual({
    blocks: [first, 'COPIE CONFORME le 4 mars 2026', last, 'Signé par Jeanne Martin'],
    warnings: ['comments_ignored Les commentaires du document n’ont pas été lus.'],
  })
})

test.each([
  ['a note', annotation('Text', '500 700 520 720', '/Contents (\\300 revoir)'), ['comments_ignored Les commentaires du document n’ont pas été lus.']],
  [
    'a highlight with a comment',
    annotation('Highlight', '60 695 200 712', '/QuadPoints [60 712 200 712 60 695 200 695] /Contents (Vrai ?)'),
    ['comments_ignored Les commentaires du document n’ont pas été lus.'],
  ],
  ['a highlight alone', annotation('Highlight', '60 695 200 712', '/QuadPoints [60 712 200 712 60 695 200 695]'), []],
  [
    'struck text',
    annotation('StrikeOut', '60 695 200 712', '/QuadPoints [60 712 200 712 60 695 200 695]'),
    ['comments_ignored Des passages sont barrés par des annotations : ils ont été lus comme les autres.'],
  ],
  ['a link', annotation('Link', '60 695 200 712', '/Contents (mairie) /A << /S /URI /URI (https://exemple.fr) >>'), []],
  ['a drawing', annotation('Ink', '60 300 200 400', '/InkList [[60 300 70 310]]'), ['content_unread Contenu non lu : 1 dessin à main levée.']],
  ['a stamp that is a picture', annotation('Stamp', '60 300 200 400'), ['content_unread Contenu non lu : 1 image.']],
  ['a video', annotation('Movie', '60 300 200 400'), ['content_unread Contenu non lu : 1 vidéo.']],
])('says of %s', async (_, object, warnings) => expect(await read([object], [0])).toEqual({ blocks: [first, last], warnings }))

describe('the boxes of a form', () => {
  const box = (rect: string, name: string, value: string) =>
    annotation('Widget', rect, `/FT /Btn /T (${name}) /V /${value} /AS /${value} /AP << /N << /Oui 1009 0 R /Off 1009 0 R >> >>`)
  const fields = (count: number) => `/AcroForm << /Fields [${Array.from({ length: count }, (_, nth) => `${1000 + nth} 0 R`).join(' ')}] >>`

  test('are drawn beside their label, on either side', async () => {
    const drawing = drawText(80, 700, 'Avis favorable') + drawText(80, 686, 'Avis d\xE9favorable') + drawText(60, 600, 'Dossier complet')
    const objects = [box('60 698 70 708', 'a', 'Oui'), box('60 684 70 694', 'b', 'Off'), box('150 598 160 608', 'c', 'Oui')]
    expect((await read(objects, [0, 1, 2], { drawing, catalog: fields(3) })).blocks).toEqual(['☒ Avis favorable', '☐ Avis défavorable', 'Dossier complet ☒'])
  })

  test('have their name where no text is near', async () => {
    const objects = [box('60 598 70 608', 'accord_parental', 'Oui'), box('60 560 70 570', 'refus', 'Off')]
    expect((await read(objects, [0, 1], { catalog: fields(2) })).blocks).toEqual([first, '☒ accord parental', '☐ refus', last])
  })

  test('of one choice are told apart', async () => {
    const radio = (rect: string, value: string) =>
      annotation('Widget', rect, `/Parent 1002 0 R /AS /${value === 'Mme' ? 'Mme' : 'Off'} /AP << /N << /${value} 1009 0 R /Off 1009 0 R >> >>`)
    const drawing = drawText(80, 700, 'Madame') + drawText(180, 700, 'Monsieur')
    const parent = '<< /FT /Btn /Ff 32768 /T (civilite) /V /Mme /Kids [1000 0 R 1001 0 R] >>'
    const objects = [radio('60 698 70 708', 'Mme'), radio('160 698 170 708', 'M')]
    expect((await read([...objects, parent], [0, 1], { drawing, catalog: '/AcroForm << /Fields [1002 0 R] >>' })).blocks).toEqual(['☒ Madame ☐ Monsieur'])
  })
})

describe('files inside a PDF', () => {
  const file = (name: string, embedded: number) => `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${embedded} 0 R >> >>`
  const stream: Entry = { dictionary: '<< /Type /EmbeddedFile >>', stream: Buffer.from('<facture/>') }

  test('are named: those of the document and those of a page', async () => {
    const objects = [annotation('FileAttachment', '500 700 520 720', '/FS 1002 0 R'), file('factur-x.xml', 1003), file('devis.ods', 1003), stream]
    const { warnings } = await read(objects, [0], { catalog: '/Names << /EmbeddedFiles << /Names [(factur-x.xml) 1001 0 R] >> >> /AF [1001 0 R]' })
    expect(warnings).toEqual(['attachments_ignored Pièces jointes non lues : factur-x.xml, devis.ods.'])
  })

  test('are named when only an associated file lists them', async () => {
    const { warnings } = await read([file('bordereau.xml', 1001), stream], [], { catalog: '/AF [1000 0 R]' })
    expect(warnings).toEqual(['attachments_ignored Pièce jointe non lue : bordereau.xml.'])
  })
})
