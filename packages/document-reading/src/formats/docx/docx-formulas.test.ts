import { expect, test } from 'vitest'
import { makeDocx } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const e = (inside: string) => `<m:e>${inside}</m:e>`
const f = (above: string, under: string) => `<m:f><m:num>${above}</m:num><m:den>${under}</m:den></m:f>`
const sup = (base: string, raised: string) => `<m:sSup>${e(base)}<m:sup>${raised}</m:sup></m:sSup>`
const sub = (base: string, lowered: string) => `<m:sSub>${e(base)}<m:sub>${lowered}</m:sub></m:sSub>`
const d = (inside: string, begin = '(', end = ')') => `<m:d><m:dPr><m:begChr m:val="${begin}"/><m:endChr m:val="${end}"/></m:dPr>${e(inside)}</m:d>`
const line = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const math = (inside: string) => `<m:oMath>${inside}</m:oMath>`
const read = async (inside: string) => sketch(await documentOf(makeDocx(`<w:p>${inside}</w:p>`), 'a.docx'))

test.each([
  ['a fraction', r('QF=') + f(r('R'), r('12')), 'QF=R/12'],
  ['a fraction of sums', f(r('a+b'), r('c−d')), '(a+b)/(c−d)'],
  ['a fraction under a product', f(r('1'), r('2x')), '1/(2x)'],
  ['a fraction of words', f(r('Recettes'), r('Charges')), 'Recettes/Charges'],
  ['a fraction in a fraction', f(f(r('a'), r('b')), r('c')), '(a/b)/c'],
  ['a whole number before a fraction', r('2') + f(r('1'), r('2')), '2 1/2'],
  ['a fraction before a letter', f(r('1'), r('2')) + r('x'), '1/2 x'],
  ['a power', sup(r('10'), r('3')), '10³'],
  ['a negative power', sup(r('10'), r('-3')), '10⁻³'],
  ['a power of a letter', sup(r('10'), r('n')), '10^n'],
  ['a power of a sum', sup(r('10'), r('n+1')), '10^(n+1)'],
  ['a power of parentheses', sup(d(r('1+t')), r('2')), '(1+t)²'],
  ['a power of a product', sup(r('2x'), r('2')), '(2x)²'],
  ['a power of a power', sup(sup(r('x'), r('2')), r('3')), '(x²)³'],
  ['an index', sub(r('a'), r('i')) + r('+') + sub(r('a'), r('1')), 'a_i+a₁'],
  ['an index and a power', `<m:sSubSup>${e(r('x'))}<m:sub>${r('1')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`, 'x₁²'],
  ['an isotope', `<m:sPre><m:sub>${r('6')}</m:sub><m:sup>${r('14')}</m:sup>${e(r('C'))}</m:sPre>`, '₆¹⁴C'],
  ['a root', `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(r('a+b'))}</m:rad>`, '√(a+b)'],
  ['a cube root', `<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`, '∛(x)'],
  [
    'a sum with bounds',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(sub(r('x'), r('i')))}</m:nary>`,
    '∑_(i=1)^n x_i',
  ],
  ['an integral without bounds', `<m:nary><m:naryPr><m:subHide/><m:supHide/></m:naryPr><m:sub/><m:sup/>${e(r('f'))}</m:nary>`, '∫ f'],
  ['brackets', d(r('0 ; 1'), '[', ']'), '[0 ; 1]'],
  ['several terms between bars', `<m:d>${e(r('a'))}${e(r('b'))}</m:d>`, '(a | b)'],
  ['a matrix', d(`<m:m><m:mr>${e(r('1'))}${e(r('2'))}</m:mr><m:mr>${e(r('3'))}${e(r('4'))}</m:mr></m:m>`), '([1, 2 ; 3, 4])'],
  ['cases', d(`<m:eqArr>${e(r('x=1'))}${e(r('y=2'))}</m:eqArr>`, '{', ''), '{x=1 ; y=2'],
  ['a function', `<m:func><m:fName>${r('sin')}</m:fName>${e(r('x'))}</m:func>`, 'sin(x)'],
  ['a logarithm', `<m:func><m:fName>${sub(r('log'), r('10'))}</m:fName>${e(d(r('x')))}</m:func>`, 'log₁₀(x)'],
  ['a limit', `<m:func><m:fName><m:limLow>${e(r('lim'))}<m:lim>${r('x→0')}</m:lim></m:limLow></m:fName>${e(r('f'))}</m:func>`, 'lim_(x→0)(f)'],
  ['an accent', `<m:acc><m:accPr><m:chr m:val="\u0304"/></m:accPr>${e(r('x'))}</m:acc>`, 'x\u0304'],
  ['a phantom that is not shown', `${r('a')}<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>${e(r('secret'))}</m:phant>`, 'a'],
  ['styled letters', r('𝑥²+𝟐\u2062𝑦'), 'x²+2y'],
])('reads %s', async (_name, inside, expected) => expect(await read(math(inside))).toEqual([expected.normalize('NFC')]))

test('reads a formula inside a sentence, and formulas on their own lines', async () => {
  expect(await read(line('soit ') + math(f(r('1'), r('2'))) + line(' du coût'))).toEqual(['soit 1/2 du coût'])
  expect(await read(`<m:oMathPara>${math(r('x=1'))}${math(r('y=2'))}</m:oMathPara>`)).toEqual(['x=1 ; y=2'])
})

const nested = (depth: number) => `<w:p>${math(`${'<m:f><m:num>'.repeat(depth)}${r('x')}${`</m:num><m:den>${r('2')}</m:den></m:f>`.repeat(depth)}`)}</w:p>`

test('reads a formula nested 1,000 deep', async () => {
  const document = await documentOf(makeDocx(nested(1_000)), 'a.docx')
  expect(sketch(document)[0]!.match(/\/2/g)).toHaveLength(1_000)
  expect(document.warnings).toEqual([])
})

test('cuts a formula nested 20,000 deep, and says so', async () => {
  const document = await documentOf(makeDocx(nested(20_000) + `<w:p>${line('suite')}</w:p>`), 'a.docx')
  expect(sketch(document).at(-1)).toBe('suite')
  expect(document.warnings).toEqual([{ code: 'content_unread', message: 'Contenu non lu : 1 formule (trop imbriquée).' }])
})

const field = (code: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
test.each([
  ['EQ \\f(R;12)', 'R/12'],
  ['EQ \\f(a+b,c)', '(a+b)/c'],
  ['eq \\r(3;x)', '∛(x)'],
  ['EQ 10\\s\\up8(3)', '10³'],
  ['EQ \\b\\bc\\[(x;y)', '[x; y]'],
  ['EQ \\i\\su(i=1;n;x)', '∑_(i=1)^n x'],
  ['EQ \\f(\\r(2);\\f(1;2))', '√(2)/(1/2)'],
  ['SYMBOL 254 \\f "Wingdings" \\s 12', '☒'],
  ['SYMBOL 111 \\f Wingdings', '☐'],
])('reads the field %s', async (code, expected) => expect(await read(field(code))).toEqual([expected]))

test('reads no field twice that stores its result, and names one that stores none', async () => {
  const stored = field('EQ \\f(1;2)').replace('<w:r><w:fldChar w:fldCharType="end"/>', `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${line('½')}$&`)
  expect(await read(stored)).toEqual(['½'])
  const document = await documentOf(makeDocx(`<w:p>${field('LISTNUM')}${line('Objet')}</w:p>`), 'a.docx')
  expect(document.warnings).toEqual([{ code: 'content_unread', message: 'Contenu non lu : 1 champ (LISTNUM).' }])
})
