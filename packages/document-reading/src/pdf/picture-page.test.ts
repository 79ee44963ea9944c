import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { documentOf, sketch } from '../testing/parse-fixture.ts'
import { drawText, makePdf } from '../testing/pdf-fixture.ts'

const image = {
  dictionary: '<< /Type /XObject /Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode >>',
  stream: deflateSync(new Uint8Array(10_000).fill(90)),
}
const form = {
  dictionary: '<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Matrix [595 0 0 842 0 0] /Resources 1002 0 R >>',
  stream: Buffer.from('/Im1 Do'),
}
const resources = '<< /XObject << /Im1 1001 0 R >> >>'
const banner = 'Document sign\xE9 par la maire le 12 mars 2024'
const written = 'Document signé par la maire le 12 mars 2024'
const recognised = 'Le conseil municipal approuve la convention avec le département, et autorise la maire à signer tous les actes qui y ont trait.'

const picture = (width: number, height: number) => `q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q ${drawText(60, 800, banner)}`

/** Reads pages with a fake recogniser that returns the same text for every image and counts the images. */
async function read(pages: string[], { confidence = 90, objects = [image] }: { confidence?: number; objects?: (typeof image | string)[] } = {}) {
  let images = 0
  const recognise = () => Promise.resolve({ text: recognised, confidence: (images++, confidence) })
  const document = await documentOf(makePdf({ pages: pages.map((content) => ({ content })), objects }), 'a.pdf', { recogniser: { recognise } })
  return { images, text: sketch(document), warnings: document.warnings }
}

describe('a page with little text is recognised when a picture covers half of it', () => {
  test.each([
    ['the whole page', picture(595, 842), [image]],
    ['half of the page', picture(595, 422), [image]],
    ['the whole page, from a form', drawText(60, 800, banner) + '/Im1 Do', [form, image, resources]],
    ['two strips', picture(595, 300) + 'q 1 0 0 1 0 400 cm 595 0 0 300 0 0 cm /Im1 Do Q', [image]],
  ])('%s', async (_name, content, objects) => expect(await read([content], { objects })).toEqual({ images: 1, text: [recognised], warnings: [] }))

  test.each([
    ['a letterhead', picture(595, 300), [written]],
    ['a picture that is mostly off the page', `q 1 0 0 1 0 -542 cm ${picture(595, 842)} Q`, [written]],
    [
      'a scan that its scanner recognised',
      picture(595, 842) + '3 Tr ' + drawText(60, 700, 'Extrait du registre des actes'),
      [written, 'Extrait du registre des actes'],
    ],
  ])('but not under %s', async (_name, content, text) => {
    const seen = await read([content.replace(drawText(60, 800, banner), '') + drawText(60, 800, banner)])
    expect({ ...seen, text: seen.text.toSorted() }).toEqual({ images: 0, text: text.toSorted(), warnings: [] })
  })

  test('but not over the background of other pages', async () => {
    const { images, text } = await read([picture(595, 842), picture(595, 842)])
    expect({ images, text }).toEqual({ images: 1, text: [recognised, written] })
  })
})

test('what a photograph is taken for does not replace the text on it, and that is said', async () => {
  expect(await read([picture(595, 842)], { confidence: 30 })).toEqual({
    images: 1,
    text: [written],
    warnings: [{ code: 'page_unread', message: 'Image de page entière où rien n’a pu être lu, sinon le texte écrit par-dessus : page 1.' }],
  })
})

test('beyond the pages that are recognised at the most, what was read is kept, and how many pages were not read is told', async () => {
  const scan = picture(595, 842).replace(drawText(60, 800, banner), '')
  const readFirst = async (...contents: string[]) => {
    const pdf = makePdf({ pages: contents.map((content) => ({ content })), objects: [image] })
    const recogniser = { recognise: () => Promise.resolve({ text: recognised, confidence: 90 }) }
    const document = await documentOf(pdf, 'a.pdf', { recogniser, limits: { ocrPages: 1 } })
    return { text: sketch(document), warnings: document.warnings.map(({ message }) => message) }
  }
  expect(await readFirst(scan, scan, scan)).toEqual({
    text: [recognised],
    warnings: [
      'Document numérisé trop long : seulement 1 page a été lue par reconnaissance de caractères. À partir de la page 2, 2 pages sans texte n’ont pas été lues.',
    ],
  })
  expect(await readFirst(scan, scan, drawText(60, 800, banner))).toEqual({
    text: [recognised, written],
    warnings: [
      'Document numérisé trop long : seulement 1 page a été lue par reconnaissance de caractères. À partir de la page 2, 1 page sans texte n’a pas été lue ; des pages numérisées qui ont un peu de texte, seul ce texte a été lu.',
    ],
  })
})
