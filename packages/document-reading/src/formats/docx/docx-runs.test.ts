import { expect, test } from 'vitest'
import { makeDocx } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

const raised = (text: string, align = 'superscript') => `<w:r><w:rPr><w:vertAlign w:val="${align}"/></w:rPr><w:t>${text}</w:t></w:r>`
const plain = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const sym = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
const formField = (inside: string) => `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${inside}</w:ffData></w:fldChar></w:r>`
const inFont = (font: string, text: string) => `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`
const struck = (text: string, mark = '<w:strike/>') => `<w:r><w:rPr>${mark}</w:rPr><w:t>${text}</w:t></w:r>`
const entries = '<w:listEntry w:val="Commune"/><w:listEntry w:val="EPCI"/>'
test.each([
  ['an exponent', `${plain('10')}${raised('3')}${plain(' litres')}`, '10³ litres'],
  ['an exponent in two runs', `${plain('10')}${raised('-')}${raised('2')}`, '10⁻²'],
  ['an index', `${plain('CO')}${raised('2', 'subscript')}`, 'CO₂'],
  ['an exponent of a character style', `${plain('15 m')}<w:r><w:rPr><w:rStyle w:val="Exposant"/></w:rPr><w:t>2</w:t></w:r>`, '15 m²'],
  ['a raised exponent', `${plain('10')}<w:r><w:rPr><w:position w:val="6"/></w:rPr><w:t>6</w:t></w:r>`, '10⁶'],
  ['an ordinal', `${plain('1')}${raised('er')}${plain(' mars')}`, '1er mars'],
  ['boxes of Wingdings', `${sym('Wingdings', 'F0FE')}${plain(' oui ')}${sym('Wingdings', 'F06F')}${plain(' non')}`, '☒ oui ☐ non'],
  ['boxes of Wingdings 2', `${sym('Wingdings 2', '0052')}${plain(' oui ')}${sym('Wingdings 2', 'F0A3')}${plain(' non')}`, '☒ oui ☐ non'],
  ['letters set in Wingdings', `${inFont('Wingdings', 'þ')}${plain(' oui ')}${inFont('Wingdings', 'q')}${plain(' non')}`, '☒ oui ☐ non'],
  ['a letter of a character style', `<w:r><w:rPr><w:rStyle w:val="Case"/></w:rPr><w:t>þ</w:t></w:r>${plain(' oui')}`, '☒ oui'],
  ['a sign of Symbol', `${plain('âge ')}${sym('Symbol', 'F0B3')}${plain(' 3 ans')}`, 'âge ≥ 3 ans'],
  ['a form field that is ticked', `${formField('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>')}${plain(' oui')}`, '☒ oui'],
  ['a form field ticked by default', `${formField('<w:checkBox><w:default w:val="1"/></w:checkBox>')}${plain(' oui')}`, '☒ oui'],
  ['a form field that was unticked', `${formField('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>')}${plain(' oui')}`, '☐ oui'],
  ['the choice of a drop-down form field', `${plain('Type : ')}${formField(`<w:ddList><w:result w:val="1"/>${entries}</w:ddList>`)}`, 'Type : EPCI'],
  ['the first choice of a drop-down form field', `${plain('Type : ')}${formField(`<w:ddList>${entries}</w:ddList>`)}`, 'Type : Commune'],
])('reads %s', async (_name, runs, expected) => {
  const styles =
    '<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="Exposant"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="character" w:styleId="Case"><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr></w:style></w:styles>'
  expect(sketch(await documentOf(makeDocx(`<w:p>${runs}</w:p>`, { 'word/styles.xml': styles }), 'a.docx'))).toEqual([expected])
})

test('reads struck-through text and says so', async () => {
  const runs = `${plain('Tarif ')}${struck('9')}${struck('10', '<w:dstrike/>')}${struck(' 12 euros', '<w:strike w:val="0"/>')}`
  const document = await documentOf(makeDocx(`<w:p>${runs}</w:p>`), 'a.docx')
  expect(sketch(document)).toEqual(['Tarif 910 12 euros'])
  expect(document.warnings).toEqual([{ code: 'struck_text', message: 'Texte barré, lu comme le reste : « 9 », « 10 ». Vérifiez s’il est supprimé.' }])
})

test('quotes the first struck-through passages only', async () => {
  const runs = Array.from({ length: 7 }, (_, nth) => struck(`${nth}${' mot'.repeat(30)}`)).join('')
  const [warning] = (await documentOf(makeDocx(`<w:p>${runs}</w:p>`), 'a.docx')).warnings
  expect(warning!.message.match(/« /g)).toHaveLength(5)
  expect(warning!.message).toContain('… » et d’autres. Vérifiez')
})
