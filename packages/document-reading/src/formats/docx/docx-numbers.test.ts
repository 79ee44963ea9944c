import { expect, test } from 'vitest'
import { makeDocx, wordParagraph as p } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

type Numbering = { shapes?: string[]; lists?: string; styles?: string }

const level = (at: number, format: string, text: string, more = '', start = 1) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const listOf = (id: number, shape: number, more = '') => `<w:num w:numId="${id}"><w:abstractNumId w:val="${shape}"/>${more}</w:num>`
const inList = (list: number | string, at = 0) => `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`

/** Reads paragraphs in lists with these numbering definitions. */
async function read(body: string, { shapes = [], lists = listOf(1, 0), styles }: Numbering) {
  const shared = shapes.map((levels, at) => `<w:abstractNum w:abstractNumId="${at}">${levels}</w:abstractNum>`).join('')
  const parts = { 'word/numbering.xml': `<w:numbering xmlns:w="w" xmlns:mc="mc">${shared}${lists}</w:numbering>` }
  return sketch(await documentOf(makeDocx(body, { ...parts, ...(styles === undefined ? {} : { 'word/styles.xml': styles }) }), 'a.docx'))
}

test.each([
  ['decimal', '%1.', ['1.', '2.', '3.']],
  ['decimalZero', '%1', ['01', '02', '03']],
  ['lowerLetter', '%1)', ['a)', 'b)', 'c)']],
  ['upperRoman', '%1 -', ['I -', 'II -', 'III -']],
  ['ordinal', 'Article %1', ['Article 1er', 'Article 2e', 'Article 3e']],
  ['chicago', '(%1)', ['(1)', '(2)', '(3)']],
])('a list in %s has the numbers that Word shows', async (format, text, numbers) => {
  const body = numbers.map(() => p('Objet', inList(1))).join('')
  expect(await read(body, { shapes: [level(0, format, text)] })).toEqual(numbers.map((number) => `- ${number} Objet`))
})

test.each([
  ['lowerLetter', 26, ['z', 'aa']],
  ['lowerRoman', 1999, ['mcmxcix', 'mm']],
  ['lowerRoman', 2_000_000_000, ['2000000000', '2000000001']],
  ['upperLetter', 2_000_000_000, ['2000000000', '2000000001']],
])('%s goes on at %d', async (format, start, numbers) => {
  const body = numbers.map(() => p('x', inList(1))).join('')
  expect(await read(body, { shapes: [level(0, format, '%1', '', start)] })).toEqual(numbers.map((number) => `- ${number} x`))
})

test('levels count under each other, and begin again after the one above', async () => {
  const shape =
    level(0, 'upperRoman', '%1.') +
    level(1, 'decimal', '%1.%2') +
    level(2, 'decimal', '%1.%2.%3', '<w:isLgl/>') +
    level(3, 'decimal', '%4°', '<w:lvlRestart w:val="0"/>')
  const at = [0, 1, 1, 2, 3, 0, 1, 2, 3]
  const body = at.map((nth) => p('x', inList(1, nth))).join('')
  const numbers = ['I.', 'I.1', 'I.2', '1.2.1', '1°', 'II.', 'II.1', '2.1.1', '2°']
  expect(await read(body, { shapes: [shape] })).toEqual(numbers.map((number) => `- ${number} x`))
  expect(await read(p('x', inList(1, 1)) + p('y', inList(1)), { shapes: [shape] })).toEqual(['- I.1 x', '- I. y'])
})

test('lists of one shape go on counting, but where one says where it begins', async () => {
  const again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
  const other = `<w:lvlOverride w:ilvl="0">${level(0, 'lowerLetter', '%1.')}</w:lvlOverride>`
  const lists = listOf(1, 0) + listOf(2, 0) + listOf(3, 0, again) + listOf(4, 1, other)
  const body = [1, 1, 2, 3, 3, 4].map((list) => p('x', inList(list))).join('')
  const shape = level(0, 'decimal', '%1.')
  expect(await read(body, { shapes: [shape, shape], lists })).toEqual(['1.', '2.', '3.', '5.', '6.', 'a.'].map((number) => `- ${number} x`))
})

test('bullets have no number, nor have lists that are not described', async () => {
  const body = p('a', inList(1)) + p('b', inList(7)) + p('c', inList(0))
  expect(await read(body, { shapes: [level(0, 'bullet', '\uF0B7')] })).toEqual(['- a', '- b', 'c'])
})

test('bullets that are boxes to tick are read', async () => {
  const wingdings = (text: string) => level(0, 'bullet', text, '<w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr>')
  const readBullet = (text: string) => read(p('oui', inList(1)), { shapes: [wingdings(text)] })
  expect(await readBullet('\uF06F')).toEqual(['- ☐ oui'])
  expect(await readBullet('\uF0FE')).toEqual(['- ☒ oui'])
  expect(await readBullet('\uF0A7')).toEqual(['- oui'])
})

test('headings and paragraphs are numbered by their style, and by the style that it is based on', async () => {
  const style = (id: string, name: string, more: string) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
  const numbered = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
  const styles = `<w:styles xmlns:w="w">${
    style('T1', 'heading 1', numbered) +
    style('T2', 'heading 2', numbered) +
    style('Art', 'Article maison', '<w:basedOn w:val="T2"/>') +
    style('Non', 'heading 3', `<w:basedOn w:val="T2"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>`)
  }</w:styles>`
  const shape = level(0, 'upperRoman', 'Titre %1 :', '<w:pStyle w:val="T1"/>') + level(1, 'decimal', 'Article %2', '<w:pStyle w:val="T2"/>')
  const of = (id: string) => p('Objet', `<w:pStyle w:val="${id}"/>`)
  expect(await read(of('T1') + of('T2') + of('T2') + of('Non') + of('T1') + of('T2'), { shapes: [shape], styles })).toEqual([
    'h1 Titre I : Objet',
    'h2 Article 1 Objet',
    'h2 Article 2 Objet',
    'h3 Objet',
    'h1 Titre II : Objet',
    'h2 Article 1 Objet',
  ])
  expect(await read(p('x', `<w:pStyle w:val="T2"/>${inList(0)}`) + of('Art'), { shapes: [shape], styles })).toEqual(['h2 x', 'h2 Titre I : Objet'])
})

test('a list whose levels are those of a style of lists has their numbers', async () => {
  const shapes = ['<w:numStyleLink w:val="Maison"/>', `<w:styleLink w:val="Maison"/>${level(0, 'decimal', '%1°')}`]
  expect(await read(p('x', inList(1)), { shapes })).toEqual(['- 1° x'])
})

test('what was deleted does not count; what is empty does, and is written in a table alone', async () => {
  const deleted = `<w:p><w:pPr>${inList(1)}<w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:del><w:r><w:delText>y</w:delText></w:r></w:del></w:p>`
  const former = `${inList(2)}<w:pPrChange><w:pPr>${inList(1)}</w:pPr></w:pPrChange>`
  const row = `<w:tr><w:tc>${p('', inList(1))}</w:tc><w:tc>${p('Voirie')}</w:tc></w:tr>`
  const body = p('a', inList(1)) + deleted + p('b', inList(1)) + p('c', former) + p('', inList(1)) + `<w:tbl>${row}${row}</w:tbl>`
  const lists = listOf(1, 0) + listOf(2, 1)
  expect(await read(body, { shapes: [level(0, 'decimal', '%1.'), level(0, 'lowerLetter', '%1)')], lists })).toEqual([
    '- 1. a',
    '- 2. b',
    '- a) c',
    '4.|Voirie/5.|Voirie',
  ])
})

test('a text box stands after the paragraph that it hangs on, and cuts none of its words', async () => {
  const box = (...inside: string[]) => `<w:r><w:drawing><w:txbxContent>${inside.join('')}</w:txbxContent></w:drawing></w:r>`
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const around = `<w:p>${run('Le conseil ap')}${box(p('Mairie'), p('de Corte'))}${run('prouve.')}</w:p>`
  expect(await read(around + `<w:p>${box(p('Cachet'))}</w:p>`, {})).toEqual(['Le conseil approuve.', 'Mairie\nde Corte', 'Cachet'])
  const heading = `<w:p><w:pPr><w:pStyle w:val="Titre1"/></w:pPr>${box(p('Encadré'))}${run('Budget')}</w:p>`
  expect(await read(heading, {})).toEqual(['h1 Budget', 'Encadré'])
  expect(await read(`<w:tbl><w:tr><w:tc>${around}</w:tc><w:tc>${p('b')}</w:tc></w:tr></w:tbl>`, {})).toEqual(['Le conseil approuve.\nMairie\nde Corte|b'])
})
