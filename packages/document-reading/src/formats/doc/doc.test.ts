import { expect, test } from 'vitest'
import { checkBoxData, makeDoc } from '../../testing/doc-fixture.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

// Properties of [MS-DOC]: list and level of a paragraph; script, symbol and data location of characters.
const item: [number, ...number[]][] = [
  [0x460b, 1, 0],
  [0x260a, 0],
]
const blocksOf = async (file: Uint8Array) => sketch(await documentOf(file, 'a.doc'))

test.each([
  ['numbers', { format: 0, start: 4, text: '\0.' }, ['Objet', '- 4. Visa', '- 5. Budget']],
  ['letters', { format: 4, start: 1, text: '\0)' }, ['Objet', '- a) Visa', '- b) Budget']],
  ['bullets', { format: 23, start: 1, text: '·' }, ['Objet', '- Visa', '- Budget']],
])('gives the items of a list their %s', async (_, list, blocks) => {
  const paragraphs = [{ runs: [['Objet']] }, { runs: [['Visa']], properties: item }, { runs: [['Budget']], properties: item }]
  expect(await blocksOf(makeDoc({ paragraphs: paragraphs as never, list }))).toEqual(blocks)
})

test('names the text deleted in revision marks', async () => {
  const paragraphs = [{ runs: [['Tarif '], ['9', [[0x0800, 1]]], ['12 euros']] }] as never
  const document = await documentOf(makeDoc({ paragraphs }), 'a.doc')
  expect(sketch(document)).toEqual(['Tarif 12 euros'])
  expect(document.warnings.map(({ message }) => message)).toEqual(['Contenu non lu : 1 suppression en suivi des modifications.'])
})

test('reads struck-through text and says so', async () => {
  const paragraphs = [{ runs: [['Tarif '], ['9', [[0x0837, 1]]], [' 12 euros']] }] as never
  const document = await documentOf(makeDoc({ paragraphs }), 'a.doc')
  expect(sketch(document)).toEqual(['Tarif 9 12 euros'])
  expect(document.warnings).toEqual([{ code: 'struck_text', message: 'Texte barré, lu comme le reste : « 9 ». Vérifiez s’il est supprimé.' }])
})

test('reads exponents, symbols and ticked boxes', async () => {
  const data = Buffer.concat([checkBoxData(1), checkBoxData(25, 0)])
  const box = (place: number): [string, [number, ...number[]][]?][] => [['\x13 FORMCHECKBOX '], ['\x01', [[0x6a03, place, 0, 0, 0]]], ['\x14\x15']]
  const paragraphs = [
    { runs: [['10'], ['3', [[0x2a48, 1]]], [' litres']] },
    { runs: [['(', [[0x6a09, 1, 0, 0xfe, 0xf0]]], [' Complet ']] },
    { runs: [...box(0), [' Favorable '], ...box(checkBoxData(1).length), [' D\xE9favorable']] },
  ] as never
  expect(await blocksOf(makeDoc({ paragraphs, data }))).toEqual(['10³ litres', '☒ Complet', '☒ Favorable ☐ Défavorable'])
})
