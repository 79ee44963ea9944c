import { expect, test } from 'vitest'
import { makeOdf, makeZip } from '../../testing/office-fixtures.ts'
import { documentOf } from '../../testing/parse-fixture.ts'

const textOf = async (body: string, styles = '', named = '') => {
  const odt = makeOdf('text', `<office:text>${body}</office:text>`, styles, named)
  const { pages } = await documentOf(odt, 'a.odt')
  return pages.map(({ page, blocks }) => `${page} : ${blocks.map((block) => ('text' in block ? block.text : 'table')).join(' / ')}`)
}

test('a paragraph is on the page that it begins on', async () => {
  const ends = '<text:soft-page-break/>'
  expect(await textOf(`<text:p>un ${ends}et suite</text:p><text:p>deux</text:p><text:p>${ends}trois</text:p>`)).toEqual([
    '1 : un et suite',
    '2 : deux',
    '3 : trois',
  ])
})

test('the pages that styles ask for count, by whatever way they do', async () => {
  const style = (name: string, how: string, attributes = '') =>
    `<style:style style:name="${name}" ${attributes}><style:paragraph-properties ${how}/></style:style>`
  const noted = '<text:p>un<text:soft-page-break/></text:p>'
  const of = (name: string, text: string) => `<text:p text:style-name="${name}">${text}</text:p>`
  const second = ['1 : un', '2 : avant', '3 : après']
  expect(await textOf(noted + of('A', 'avant') + of('', 'après'), style('A', 'fo:break-after="page"'))).toEqual(second)
  expect(await textOf(noted + of('', 'avant') + of('M', 'après'), style('M', '', 'style:master-page-name="Paysage"'))).toEqual(second)
  const named = style('Chapitre', 'fo:break-before="page"')
  const based = style('P1', '', 'style:parent-style-name="Chapitre"')
  expect(await textOf(noted + of('', 'avant') + of('P1', 'après'), based, named)).toEqual(second)
  const auto = style('P1', 'fo:break-before="auto"', 'style:parent-style-name="Chapitre"')
  expect(await textOf(noted + of('P1', 'avant') + of('Chapitre', 'après'), auto, named)).toEqual(second)
  // A page with only a picture, then a page break in a style.
  expect(await textOf(`<text:p><draw:frame/></text:p>${of('Chapitre', 'deux')}${noted}`, '', named)).toEqual(['2 : deux / un'])
})

test('a frame is on the page that it hangs on, and begins none', async () => {
  const styles =
    '<style:style style:name="M" style:master-page-name="Garde"/>' +
    '<style:style style:name="A"><style:paragraph-properties fo:break-after="page"/></style:style>'
  const frame = (style: string) => `<draw:frame><draw:text-box><text:p text:style-name="${style}">Cachet</text:p></draw:text-box></draw:frame>`
  const body = '<text:p text:style-name="M">un</text:p><text:p>suite<text:soft-page-break/></text:p><text:p>deux</text:p>'
  for (const style of ['', 'M', 'A']) expect(await textOf(frame(style) + body, styles)).toEqual(['1 : Cachet / un / suite', '2 : deux'])
  expect(await textOf(`<text:p>un</text:p><text:p>${frame('')}<text:soft-page-break/></text:p><text:p>deux</text:p>`)).toEqual(['1 : un / Cachet', '2 : deux'])
})

test('frames and notes do not stick to the words around them', async () => {
  const frame = (...texts: string[]) => `<draw:frame><draw:text-box>${texts.map((text) => `<text:p>${text}</text:p>`).join('')}</draw:text-box></draw:frame>`
  const note = (...texts: string[]) =>
    `<text:note><text:note-citation>1</text:note-citation><text:note-body>${texts.map((text) => `<text:p>${text}</text:p>`).join('')}</text:note-body></text:note>`
  const body = `<text:p>Le conseil ap${frame('Mairie', 'de Corte')}prouve${note('Vote.', 'Unanime.')}.</text:p>`
  expect(await textOf(body)).toEqual(['null : Le conseil approuve [note : Vote. Unanime.]. / Mairie\nde Corte'])
})

test('a file of OpenOffice.org 2, with the DOCTYPE of its manifest, is read', async () => {
  const entry = '<manifest:file-entry manifest:full-path="content.xml"/>'
  const odt = makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest:manifest xmlns:manifest="m">${entry}</manifest:manifest>`,
    'content.xml':
      '<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text><text:p>Marché de 2007.</text:p></office:text></office:body></office:document-content>',
  })
  expect((await documentOf(odt, 'a.odt')).pages[0]?.blocks).toEqual([{ kind: 'paragraph', text: 'Marché de 2007.' }])
})
