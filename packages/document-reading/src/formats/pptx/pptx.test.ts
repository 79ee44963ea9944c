import { describe, expect, test } from 'vitest'
import { makePptx, makeRelationships } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

const namespaces = 'xmlns:p="p" xmlns:a="a" xmlns:r="r" xmlns:c="c" xmlns:dgm="dgm" xmlns:m="m" xmlns:a14="a14" xmlns:mc="mc"'
const text = (value: string, run = '', properties = '') => `<a:p>${properties}<a:r><a:rPr ${run}/><a:t>${value}</a:t></a:r></a:p>`
const shape = (inside: string, about = '') => `<p:sp><p:nvSpPr>${about}</p:nvSpPr><p:txBody>${inside}</p:txBody></p:sp>`
const placeholder = (type: string) => `<p:nvPr><p:ph type="${type}"/></p:nvPr>`
const frame = (inside: string) => `<p:graphicFrame><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></p:graphicFrame>`
const slide = (inside: string, attributes = '') => `<p:sld ${namespaces} ${attributes}><p:cSld><p:spTree>${inside}</p:spTree></p:cSld></p:sld>`
const read = (slides: string[], more: Record<string, string> = {}) =>
  documentOf(
    makePptx(
      slides.map(() => ({ title: '', lines: [] })),
      { ...Object.fromEntries(slides.map((xml, nth) => [`ppt/slides/slide${nth}.xml`, xml])), ...more },
    ),
    'a.pptx',
  )
const linesOf = async (inside: string, more: Record<string, string> = {}) => sketch(await read([slide(inside)], more))
const related = (...entries: { id: string; type: string; target: string }[]) => ({ 'ppt/slides/_rels/slide0.xml.rels': makeRelationships(entries) })

describe('text of slides', () => {
  const autoNumber = (type: string, level = 0) => `<a:pPr lvl="${level}"><a:buAutoNum type="${type}"/></a:pPr>`
  test.each([
    ['an exponent', shape('<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>3</a:t></a:r></a:p>'), ['- 10³']],
    ['an index', shape('<a:p><a:r><a:t>CO</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r></a:p>'), ['- CO₂']],
    ['a box of Wingdings', shape('<a:p><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t>\uF0FE</a:t></a:r><a:r><a:t> oui</a:t></a:r></a:p>'), ['- ☒ oui']],
    [
      'a formula',
      shape('<a:p><a14:m><m:oMath><m:f><m:num><m:r><m:t>R</m:t></m:r></m:num><m:den><m:r><m:t>12</m:t></m:r></m:den></m:f></m:oMath></a14:m></a:p>'),
      ['- R/12'],
    ],
    [
      'the numbers of lines',
      shape(
        text('Isoler', '', autoNumber('arabicPeriod')) +
          text('murs', '', autoNumber('alphaLcParenR', 1)) +
          text('toits', '', autoNumber('alphaLcParenR', 1)) +
          text('Planter', '', autoNumber('arabicPeriod')),
      ),
      ['- 1. Isoler', '- a) murs', '- b) toits', '- 2. Planter'],
    ],
    [
      'the boxes of bullets',
      shape(['þ', 'o', 'ü'].map((bullet) => text(bullet, '', `<a:pPr><a:buFont typeface="Wingdings"/><a:buChar char="${bullet}"/></a:pPr>`)).join('')),
      ['- ☒ þ', '- ☐ o', '- ü'],
    ],
    ['no hidden shape', shape(text('vu')) + shape(text('caché'), '<p:cNvPr hidden="1"/>'), ['- vu']],
  ])('reads %s', async (_name, inside, expected) => expect(await linesOf(inside)).toEqual(expected))

  test('reads struck-through text and says so', async () => {
    const document = await read([slide(shape(text('Tarif 9', 'strike="sngStrike"') + text('Tarif 12', 'strike="noStrike"')))])
    expect(sketch(document)).toEqual(['- Tarif 9', '- Tarif 12'])
    expect(document.warnings.map(({ message }) => message)).toEqual(['Texte barré, lu comme le reste : « Tarif 9 ». Vérifiez s’il est supprimé.'])
  })

  test('knows names by their namespace', async () => {
    const [p, a] = ['http://schemas.openxmlformats.org/presentationml/2006/main', 'http://purl.oclc.org/ooxml/drawingml/main']
    const xml = `<sld xmlns="${p}"><cSld><spTree><sp><txBody><x:p xmlns:x="${a}"><x:r><x:t>Marché attribué</x:t></x:r></x:p></txBody></sp></spTree></cSld></sld>`
    expect(sketch(await read([xml]))).toEqual(['- Marché attribué'])
  })

  test('reads hidden slides and says so', async () => {
    const document = await read([slide(shape(text('un'))), slide(shape(text('deux')), 'show="0"'), slide(shape(text('trois')), 'show="0"')])
    expect(sketch(document)).toEqual(['- un', '- deux', '- trois'])
    expect(document.warnings).toEqual([{ code: 'hidden_rows', message: 'Les diapositives masquées 2, 3 ont été lues aussi.' }])
  })

  test('reads footers and the texts of a master once, as boilerplate', async () => {
    const body = (value: string) => slide(shape(text(value)) + shape(text('Ville de Valmont'), placeholder('ftr')) + shape(text('3'), placeholder('sldNum')))
    const layout = `<p:sldLayout ${namespaces}>${shape(text('Cliquez pour modifier'), placeholder('body'))}</p:sldLayout>`
    const master = `<p:sldMaster ${namespaces}>${shape(text('Direction des finances'))}${shape(text('Titre'), placeholder('title'))}</p:sldMaster>`
    const document = await read([body('un'), body('deux')], {
      ...Object.fromEntries(
        [0, 1].map((nth) => [`ppt/slides/_rels/slide${nth}.xml.rels`, makeRelationships([{ id: 'l', type: 'slideLayout', target: '../slideLayouts/l.xml' }])]),
      ),
      'ppt/slideLayouts/l.xml': layout,
      'ppt/slideLayouts/_rels/l.xml.rels': makeRelationships([{ id: 'm', type: 'slideMaster', target: '../slideMasters/m.xml' }]),
      'ppt/slideMasters/m.xml': master,
    })
    expect(sketch(document)).toEqual(['- un', '~Ville de Valmont', '~Direction des finances', '- deux'])
  })

  test('names what is not read, with its slide', async () => {
    const sound = '<p:pic><p:nvPicPr><p:nvPr><a:videoFile r:link="v"/></p:nvPr></p:nvPicPr></p:pic>'
    const inside = frame('<p:oleObj progId="Excel.Sheet.12" r:id="o"/>') + sound + frame('<c:chart r:id="absent"/>') + shape(text('Fin'))
    const document = await read([slide(inside)])
    expect(document.warnings).toEqual([
      {
        code: 'content_unread',
        message: 'Contenu non lu : 1 objet incorporé (Excel, diapositive 1), 1 vidéo (diapositive 1), 1 graphique (diapositive 1).',
      },
    ])
  })
})

describe('charts', () => {
  const points = (values: (string | number)[]) => values.map((value, idx) => `<c:pt idx="${idx}"><c:v>${value}</c:v></c:pt>`).join('')
  const texts = (values: string[]) => `<c:strRef><c:f>A1</c:f><c:strCache>${points(values)}</c:strCache></c:strRef>`
  const figures = (values: number[], format = 'General') =>
    `<c:numRef><c:f>B1</c:f><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef>`
  const series = (name: string, categories: string, values: string) =>
    `<c:ser><c:tx>${texts([name])}</c:tx><c:cat>${categories}</c:cat><c:val>${values}</c:val></c:ser>`
  const title = (value: string) => `<c:title><c:tx><c:rich><a:p><a:r><a:t>${value}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
  const chartOf = (plot: string, named = '') => `<c:chartSpace ${namespaces}><c:chart>${named}<c:plotArea>${plot}</c:plotArea></c:chart></c:chartSpace>`
  const readChart = (chart: string) =>
    read([slide(frame('<c:chart r:id="g"/>'))], { ...related({ id: 'g', type: 'chart', target: '../charts/c.xml' }), 'ppt/charts/c.xml': chart })

  const years = texts(['2024', '2025'])
  test.each([
    [
      'two series of the same categories',
      chartOf(series('Voirie', years, figures([1200, 1300], '#,##0 "€"')) + series('Écoles', years, figures([0.5, 0.25], '0%')), title('Dépenses')),
      ['Graphique : Dépenses', 'th Catégorie|Voirie|Écoles/2024|1\u202F200 €|50 %/2025|1\u202F300 €|25 %'],
    ],
    [
      'the titles of axes, dates as categories',
      chartOf(series('Visites', figures([45352], 'dd/mm/yyyy'), figures([12])) + `<c:catAx>${title('Jour')}</c:catAx>`),
      ['Graphique : Visites', 'th Jour|Visites/01/03/2024|12'],
    ],
    [
      'a cloud of points',
      chartOf(`<c:ser><c:xVal>${figures([1, 2])}</c:xVal><c:yVal>${figures([10, 20])}</c:yVal></c:ser>`),
      ['Graphique', 'th Catégorie|Valeur/1|10/2|20'],
    ],
    [
      'decimals of values without a format',
      chartOf(series('Coût', texts(['1.2', '1.3']), `<c:numRef><c:numCache>${points(['2.5', '125000'])}</c:numCache></c:numRef>`)),
      ['Graphique : Coût', 'th Catégorie|Coût/1.2|2,5/1.3|125000'],
    ],
    [
      'categories of two levels',
      chartOf(
        series(
          'Heures',
          `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(['T1', 'T2', 'T1'])}</c:lvl><c:lvl><c:pt idx="0"><c:v>2024</c:v></c:pt><c:pt idx="2"><c:v>2025</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`,
          figures([1, 2, 3]),
        ),
      ),
      ['Graphique : Heures', 'th Catégorie|Heures/2024 – T1|1/2024 – T2|2/2025 – T1|3'],
    ],
    [
      'labels that people typed, and no names of fields',
      chartOf(
        series('Coût', years, figures([1, 2])).replace(
          '<c:cat>',
          `<c:dLbls>${['record', '[VALEUR]'].map((label) => `<c:dLbl><c:tx><c:rich>${text(label)}</c:rich></c:tx></c:dLbl>`).join('')}</c:dLbls><c:cat>`,
        ),
      ),
      ['Graphique : Coût', 'th Catégorie|Coût/2024|1/2025|2', 'record'],
    ],
    [
      'a waterfall of Office 2016',
      `<cx:chartSpace xmlns:cx="cx" ${namespaces}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Recettes</cx:pt><cx:pt idx="1">Charges</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="General"><cx:pt idx="0">500</cx:pt><cx:pt idx="1">-120</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Solde</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>Budget</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
      ['Graphique : Solde', 'th Catégorie|Budget/Recettes|500/Charges|-120'],
    ],
  ])('reads %s', async (_name, chart, expected) => expect(sketch(await readChart(chart))).toEqual(expected))

  test('summarises a chart of 100,000 points, and says so', async () => {
    const values = Array.from({ length: 100_000 }, (_, nth) => nth * 2)
    const document = await readChart(chartOf(series('Passages', texts(['lundi', 'mardi']), figures(values)), title('Fréquentation')))
    expect(sketch(document)).toEqual([
      'Graphique : Fréquentation',
      'th Série|Nombre de points|Minimum|Maximum|Premier|Dernier/Passages|100\u202F000|0|199998|lundi : 0|199998',
    ])
    expect(document.warnings).toEqual([
      {
        code: 'content_unread',
        message: 'Contenu non lu : 1 graphique dont les points sont résumés (Fréquentation : 100\u202F000 points, diapositive 1).',
      },
    ])
  })

  test('a chart that is damaged takes nothing else away', async () => {
    const document = await read([slide(frame('<c:chart r:id="g"/>') + shape(text('Fin')))], {
      ...related({ id: 'g', type: 'chart', target: '../charts/c.xml' }),
      'ppt/charts/c.xml': '<c:chartSpace><c:ser>',
    })
    expect(sketch(document)).toEqual(['- Fin'])
    expect(document.warnings.map(({ code }) => code)).toEqual(['content_unread'])
  })
})

describe('diagrams', () => {
  const point = (id: string, value: string, attributes = '') =>
    `<dgm:pt modelId="${id}" ${attributes}><dgm:prSet/><dgm:t><a:p><a:r><a:t>${value}</a:t></a:r></a:p></dgm:t></dgm:pt>`
  const under = (from: string, to: string, order = 0) => `<dgm:cxn modelId="${from}${to}" srcId="${from}" destId="${to}" srcOrd="${order}"/>`
  const readDiagram = (pointList: string, links: string) =>
    linesOf(frame('<dgm:relIds r:dm="d"/>'), {
      ...related({ id: 'd', type: 'diagramData', target: '../diagrams/d.xml' }),
      'ppt/diagrams/d.xml': `<dgm:dataModel ${namespaces}><dgm:ptLst>${pointList}</dgm:ptLst><dgm:cxnLst>${links}</dgm:cxnLst></dgm:dataModel>`,
    })

  test('reads boxes under those above them, in their order', async () => {
    const points = point('0', '', 'type="doc"') + point('4', 'Voirie') + point('1', 'Maire') + point('3', 'Écoles') + point('2', 'DGS')
    const links = under('2', '4', 1) + under('2', '3', 0) + under('0', '1') + under('1', '2')
    expect(await readDiagram(points, links)).toEqual(['- Maire', '- – DGS', '- – – Écoles', '- – – Voirie'])
  })

  test('reads assistants and texts of links, and no prompt', async () => {
    const prompt = '<dgm:pt modelId="9"><dgm:prSet phldr="1"/><dgm:t><a:p><a:r><a:t>[Texte]</a:t></a:r></a:p></dgm:t></dgm:pt>'
    const points = point('0', '', 'type="doc"') + point('1', 'Maire') + point('2', 'Cabinet', 'type="asst"') + point('3', 'puis', 'type="sibTrans"') + prompt
    expect(await readDiagram(points, under('0', '1') + under('1', '2') + under('0', '9'))).toEqual(['- Maire', '- – Cabinet', '- puis'])
  })

  test('a diagram that loops or has no root is read once', async () => {
    expect(await readDiagram(point('1', 'a') + point('2', 'b'), under('1', '2') + under('2', '1'))).toEqual(['- a', '- – b'])
  })
})
