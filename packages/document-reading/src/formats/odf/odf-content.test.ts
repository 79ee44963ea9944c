import { describe, expect, test } from 'vitest'
import { makeZip } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'
import { odfContent as content, blocksOfOdf as blocksOf, odfFrame as frame, odfParagraph as p, sketchOdf as read } from '../../testing/odf-fixture.ts'

const span = (style: string, inside: string) => `<text:span text:style-name="${style}">${inside}</text:span>`
const textStyle = (name: string, properties: string, attributes = '') =>
  `<style:style style:name="${name}" style:family="text" ${attributes}><style:text-properties ${properties}/></style:style>`

test.each([
  ['super 58%', '10', '3', '10³'],
  ['33% 58%', '10', '-3', '10⁻³'],
  ['super 58%', '1', 'er', '1er'],
  ['super 58%', 'm', '2', 'm²'],
  ['sub 58%', 'CO', '2', 'CO₂'],
  ['-33% 58%', 'x', 'i', 'x_i'],
  ['0% 100%', '10', '3', '103'],
])('a text at %s after %s is read as it is drawn', async (position, before, raised, text) => {
  const styles = textStyle('T1', `style:text-position="${position}"`)
  expect(await blocksOf('odt', p(`${before}${span('T1', raised)} fin`), { styles })).toEqual([`${text} fin`])
  const based = textStyle('T2', 'fo:color="#000000"', 'style:parent-style-name="T1"')
  expect(await blocksOf('odt', p(`${before}${span('T2', raised)} fin`), { styles: based, named: styles })).toEqual([`${text} fin`])
})

test('symbols of a font of symbols are read as they are drawn', async () => {
  const styles = textStyle('W', 'style:font-name="Wingdings"')
  expect(await blocksOf('odt', p(`${span('W', 'þ')} favorable ${span('W', '\uF0A8')} défavorable`), { styles })).toEqual(['☒ favorable ☐ défavorable'])
})

describe('headers and footers', () => {
  const master = (name: string, inside: string, attributes = '') => `<style:master-page style:name="${name}" ${attributes}>${inside}</style:master-page>`
  const header = (text: string, kind = 'header', attributes = '') => `<style:${kind} ${attributes}>${p(text)}</style:${kind}>`
  const number = '<text:page-number>1</text:page-number>'

  test('are kept once, marked as what repeats, the header first', async () => {
    const masters = master(
      'Standard',
      header('Ville de Valmont') +
        header('Première', 'header-first') +
        header('Cachée', 'header-left', 'style:display="false"') +
        header('Arrêté 12', 'footer'),
    )
    expect(await blocksOf('odt', p('Article 1'), { masters })).toEqual(['~Ville de Valmont', '~Première', 'Article 1', '~Arrêté 12'])
  })

  test('come from the page styles that the text uses', async () => {
    const masters =
      master('Garde', header('Page de garde'), 'style:next-style-name="Suite"') + master('Suite', header('Suite')) + master('Autre', header('Autre modèle'))
    const styles = '<style:style style:name="P1" style:family="paragraph" style:master-page-name="Garde"/>'
    expect(await blocksOf('odt', p('Article 1', 'text:style-name="P1"'), { masters, styles })).toEqual(['~Page de garde', '~Suite', 'Article 1'])
  })

  test('a number of page alone is left out, the cells of a table are read', async () => {
    const table = `<style:header><table:table><table:table-row><table:table-cell>${p('Mairie')}</table:table-cell><table:table-cell>${p('Service')}</table:table-cell></table:table-row></table:table></style:header>`
    const masters = master('Standard', table + header(`Page ${number} sur <text:page-count>3</text:page-count>`, 'footer'))
    expect(await blocksOf('odt', p('Article 1'), { masters })).toEqual(['~Mairie | Service', 'Article 1'])
  })

  test('those of a workbook are read after its sheets, without the name of the sheet', async () => {
    const masters = master(
      'Default',
      header('<text:sheet-name>???</text:sheet-name>') + header('Budget 2026', 'footer') + header(`Page ${number}`, 'footer-left'),
    )
    const sheet = `<table:table table:name="A"><table:table-row><table:table-cell>${p('x')}</table:table-cell></table:table-row></table:table>`
    expect(await blocksOf('ods', sheet, { masters })).toEqual(['x', '~Budget 2026'])
  })
})

describe('forms and fields', () => {
  const control = (id: string) => `<draw:control draw:control="${id}"/>`

  test('controls show their value', async () => {
    const forms =
      '<office:forms><form:form><form:checkbox form:id="c1" form:current-state="checked" form:label="Avis favorable"/>' +
      '<form:checkbox xml:id="c2" form:id="c2" form:current-state="unchecked" form:label="Avis défavorable"/>' +
      '<form:radio form:id="c3" form:current-selected="true" form:label="Oui"/><form:text form:id="c4" form:current-value="Durand"/>' +
      '<form:listbox form:id="c5"><form:option form:label="Commune"/><form:option form:label="EPCI" form:current-selected="true"/></form:listbox>' +
      '<form:password form:id="c6" form:current-value="secret"/><form:textarea form:id="c7"/></form:form></office:forms>'
    const body = `${forms}${p(control('c1'))}${p(control('c2'))}${p(`Accord :${control('c3')}`)}${p(`Nom : ${control('c4')}`)}${p(control('c5') + control('c6') + control('c7'))}`
    const texts = ['☒ Avis favorable', '☐ Avis défavorable', 'Accord : ☒ Oui', 'Nom : Durand', 'EPCI']
    expect(await blocksOf('odt', body)).toEqual(texts)
    const sheet = `<table:table table:name="A">${forms}<table:shapes>${control('c1')}</table:shapes><table:table-row><table:table-cell>${p('x')}${control('c4')}</table:table-cell></table:table-row></table:table>`
    expect(await blocksOf('ods', sheet)).toEqual(['x', '☒ Avis favorable', 'Durand'])
  })

  test('form fields made by Word show their box or their choice', async () => {
    const mark = (type: string, ...params: [string, string][]) =>
      `<field:fieldmark field:type="vnd.oasis.opendocument.field.${type}">${params.map(([name, value]) => `<field:param field:name="${name}" field:value="${value}"/>`).join('')}</field:fieldmark>`
    const list = mark('FORMDROPDOWN', ['Dropdown_ListEntry', 'Nord'], ['Dropdown_ListEntry', 'Sud'], ['Dropdown_Selected', '1'])
    expect(await blocksOf('odt', p(`${mark('FORMCHECKBOX', ['Checkbox_Checked', 'true'])} complet ${mark('FORMCHECKBOX')} incomplet, ${list}`))).toEqual([
      '☒ complet ☐ incomplet, Sud',
    ])
  })

  test('placeholders and fields that are not shown are left out; the value of a field is read', async () => {
    const body =
      p('Nom : <text:placeholder text:placeholder-type="text">&lt;nom&gt;</text:placeholder>') +
      p('Choix : <loext:content-control loext:showing-place-holder="true">Cliquez ici</loext:content-control>') +
      p('Ville : <text:user-field-get text:name="v">Valmont</text:user-field-get><text:variable-set text:display="none">x</text:variable-set>') +
      p(frame('<svg:title>titre</svg:title><svg:desc>description</svg:desc>') + 'Fin')
    expect(await blocksOf('odt', body)).toEqual(['Nom :', 'Choix :', 'Ville : Valmont', 'Fin'])
  })
})

describe('content that is not shown', () => {
  test('hidden sections and paragraphs are read and named', async () => {
    const body =
      `<text:section text:name="Annexe" text:display="none">${p('interne')}</text:section>` +
      `<text:section text:name="Visible">${p('public')}</text:section>` +
      p('<text:hidden-paragraph text:condition="ooow:1" text:is-hidden="true"/>masqué') +
      p('<text:hidden-paragraph text:is-hidden="false"/>montré')
    expect(await read('odt', body)).toEqual({
      blocks: ['interne', 'public', 'masqué', 'montré'],
      warnings: ['hidden_rows La section masquée « Annexe » a été lue aussi.', 'hidden_rows Un paragraphe masqué a été lu aussi.'],
    })
  })

  test('hidden slides are read and named', async () => {
    const styles = '<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const slides = ['', 'dp1', '', 'dp1'].map(
      (style, nth) => `<draw:page draw:style-name="${style}">${frame(`<draw:text-box>${p(`s${nth}`)}</draw:text-box>`)}</draw:page>`,
    )
    expect(await read('odp', slides.join(''), { styles })).toEqual({
      blocks: ['s0', 's1', 's2', 's3'],
      warnings: ['hidden_rows Les diapositives masquées 2, 4 ont été lues aussi.'],
    })
  })

  test('struck-through text is read and named, of a span, a paragraph or a cell', async () => {
    const style = (name: string, family: string, line = 'solid') =>
      `<style:style style:name="${name}" style:family="${family}"><style:text-properties style:text-line-through-style="${line}"/></style:style>`
    const styles = style('T1', 'text') + style('T2', 'text', 'none') + style('P1', 'paragraph')
    expect(await read('odt', p(`Tarif ${span('T1', '9')} 12`) + p(`Abrogé ${span('T2', 'puis repris')}`, 'text:style-name="P1"'), { styles })).toEqual({
      blocks: ['Tarif 9 12', 'Abrogé puis repris'],
      warnings: ['struck_text Texte barré, lu comme le reste : « 9 », « Abrogé ». Vérifiez s’il est supprimé.'],
    })
    const sheet = `<table:table><table:table-row><table:table-cell table:style-name="ce1">${p('Ancien')}</table:table-cell></table:table-row></table:table>`
    expect((await read('ods', sheet, { styles: style('ce1', 'table-cell') })).warnings).toHaveLength(1)
  })

  test.each([
    ['Saisissez le nom', '', 'Nom :'],
    ['Votre âge', 'Votre âge', 'Nom :'],
    ['&lt;Nom du service&gt;', '', 'Nom :'],
    ['42 ans', 'Votre âge', 'Nom : 42 ans'],
    ['Entreprise Martin', '', 'Nom : Entreprise Martin'],
  ])('an input field that shows « %s » with the prompt « %s » reads « %s »', async (value, prompt, expected) => {
    expect(await blocksOf('odt', p(`Nom : <text:text-input text:description="${prompt}">${value}</text:text-input>`))).toEqual([expected])
  })

  test('declared footers of slides are read once, an unfilled placeholder is not', async () => {
    const declared = '<presentation:footer-decl presentation:name="f1">Commission</presentation:footer-decl>'
    const title = frame(`<draw:text-box>${p('Cliquez pour ajouter un titre')}</draw:text-box>`, 'presentation:placeholder="true"')
    const slide = (text: string) => `<draw:page presentation:use-footer-name="f1">${title}${frame(`<draw:text-box>${p(text)}</draw:text-box>`)}</draw:page>`
    expect(await blocksOf('odp', declared + slide('un') + slide('deux'))).toEqual(['~Commission', 'un', 'deux'])
  })

  test('deleted texts, old values and messages of a sheet are no text of it', async () => {
    const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${p('supprimé')}</text:deletion></text:changed-region></text:tracked-changes>`
    expect(await read('odt', deleted + p('gardé'))).toEqual({
      blocks: ['gardé'],
      warnings: ['content_unread Contenu non lu : 1 suppression en suivi des modifications.'],
    })
    const between = (tag: string) => `<text:change-${tag} text:change-id="d"/>`
    const region =
      '<text:tracked-changes><text:changed-region text:id="d"><text:deletion><office:change-info/></text:deletion></text:changed-region></text:tracked-changes>'
    const note = '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>ôtée</text:p></text:note-body></text:note>'
    expect(
      await read('odt', `${region}${p(`resté ${between('start')}ôté<text:line-break/>${note}`)}${p('ôté')}${p(`ôté${between('end')}joint`)}${p('fin')}`),
    ).toEqual({ blocks: ['resté', 'joint', 'fin'], warnings: ['content_unread Contenu non lu : 1 suppression en suivi des modifications.'] })
    const sheet =
      `<table:tracked-changes><table:cell-content-change><table:previous><table:change-track-table-cell>${p('ancien')}</table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>` +
      `<table:content-validations><table:content-validation><table:help-message>${p('aide')}</table:help-message></table:content-validation></table:content-validations>` +
      `<table:table><table:table-row><table:table-cell>${p('x')}</table:table-cell></table:table-row></table:table>`
    expect(await blocksOf('ods', sheet)).toEqual(['x'])
  })
})

test('names are known by their namespace, whatever their prefix', async () => {
  const xml = content(`<office:text>${p(`10${span('T1', '3')}`)}</office:text>`, textStyle('T1', 'style:text-position="super 58%"'))
  // Namespaces end in “:text:1.0” and “:style:1.0”.
  const renamed = xml
    .replace(/\btext:(?!1\.0)/g, 'ns1:')
    .replace(/\bstyle:(?!1\.0)/g, 'ns2:')
    .replaceAll('office:ns1', 'office:text')
  const declared = renamed.replace('xmlns:text=', 'xmlns:ns1=').replace('xmlns:style=', 'xmlns:ns2=')
  const document = await documentOf(makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': declared }), 'a.odt')
  expect(declared).toContain('<ns1:p')
  expect(sketch(document)).toEqual(['10³'])
})
