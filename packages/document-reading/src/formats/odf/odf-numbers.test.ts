import { expect, test } from 'vitest'
import { makeOdf } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

const level = (at: number, format: string, more = '') => `<text:list-level-style-number text:level="${at}" style:num-format="${format}" ${more}/>`
const style = (name: string, ...levels: string[]) => `<text:list-style style:name="${name}">${levels.join('')}</text:list-style>`
const item = (inside: string, more = '') => `<text:list-item ${more}>${inside}</text:list-item>`
const list = (name: string, items: string, more = '') => `<text:list text:style-name="${name}" ${more}>${items}</text:list>`
const inner = (items: string) => `<text:list>${items}</text:list>`
const p = (text: string) => `<text:p>${text}</text:p>`

const read = async (body: string, styles = '', named = '') =>
  sketch(await documentOf(makeOdf('text', `<office:text>${body}</office:text>`, styles, named), 'a.odt'))

test.each([
  ['1', 'style:num-suffix="."', ['1.', '2.', '3.']],
  ['a', 'style:num-suffix=")"', ['a)', 'b)', 'c)']],
  ['A', '', ['A', 'B', 'C']],
  ['i', 'style:num-prefix="(" style:num-suffix=")"', ['(i)', '(ii)', '(iii)']],
  ['I', 'style:num-prefix="Article " text:start-value="4"', ['Article IV', 'Article V', 'Article VI']],
  ['1', 'style:num-suffix="." loext:num-list-format="%1%°"', ['1°', '2°', '3°']],
])('a list numbered in %s %s has the numbers that are shown', async (format, more, numbers) => {
  const body = list('L', numbers.map(() => item(p('Objet') + p('suite'))).join(''))
  expect(await read(body, style('L', level(1, format, more)))).toEqual(numbers.flatMap((number) => [`- ${number} Objet`, '- suite']))
})

test('levels count under each other, and lists go on where they say so', async () => {
  const styles = style('L', level(1, '1', 'style:num-suffix="."'), level(2, 'a', 'text:display-levels="2"'))
  const first = list('L', item(p('x') + inner(item(p('x')) + item(p('x')))) + item(p('x') + inner(item(p('x')))), 'xml:id="one"')
  expect(await read(first, styles)).toEqual(['1.', '1.a', '1.b', '2.', '2.a'].map((number) => `- ${number} x`))
  const numbersOf = async (more: string, items: string) => (await read(first + list('L', items, more), styles)).slice(5)
  expect(await numbersOf('', item(p('x')))).toEqual(['- 1. x'])
  expect(await numbersOf('text:continue-numbering="true"', item(p('x')))).toEqual(['- 3. x'])
  expect(await numbersOf('text:continue-list="one"', item(inner(item(p('x')))))).toEqual(['- 2.b x'])
  expect(await numbersOf('', item(p('x'), 'text:start-value="7"') + `<text:list-header>${p('titre')}</text:list-header>` + item(p('x')))).toEqual([
    '- 7. x',
    '- titre',
    '- 8. x',
  ])
})

test('headings have the numbers of the outline, but where they are taken off', async () => {
  const outline = `<text:outline-style>${[1, 2].map((at) => `<text:outline-level-style text:level="${at}" style:num-format="1" style:num-suffix="." text:display-levels="${at}"/>`).join('')}</text:outline-style>`
  const h = (at: number, more = '') => `<text:h text:outline-level="${at}" ${more}><text:number>9</text:number>Objet</text:h>`
  const off = '<style:style style:name="Sans" style:list-style-name=""/>'
  const body = h(1) + h(2) + h(2) + h(1) + h(2) + h(1, 'text:style-name="Sans"') + h(1, 'text:is-list-header="true"') + h(1) + h(3)
  const numbers = ['h1 1. ', 'h2 1.1. ', 'h2 1.2. ', 'h1 2. ', 'h2 2.1. ', 'h1 ', 'h1 ', 'h1 3. ', 'h3 ']
  expect(await read(body, off, outline)).toEqual(numbers.map((number) => `${number}Objet`))
})

test('bullets and lists that are not described have no number; a cell may have nothing else', async () => {
  const bullets = `<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>`
  expect(await read(list('B', item(p('a'))) + list('?', item(p('b'))), bullets)).toEqual(['- a', '- b'])
  const cell = (inside: string) => `<table:table-cell>${inside}</table:table-cell>`
  const row = (more: string) => `<table:table-row>${cell(list('L', item(p('')), more))}${cell(p('Voirie'))}</table:table-row>`
  const table = `<table:table>${row('')}${row('text:continue-numbering="true"')}</table:table>`
  expect(await read(table + list('L', item(p(''))), style('L', level(1, '1')))).toEqual(['1|Voirie/2|Voirie'])
})

test('a bullet that is a box to tick is kept', async () => {
  const bullet = (name: string, sign: string) => style(name, `<text:list-level-style-bullet text:level="1" text:bullet-char="${sign}"/>`)
  const body = list('A', item(p('favorable'))) + list('B', item(p('défavorable'))) + list('C', item(p('voirie')))
  expect(await read(body, bullet('A', '\uF0FE') + bullet('B', '☐') + bullet('C', '•'))).toEqual(['- ☒ favorable', '- ☐ défavorable', '- voirie'])
})
