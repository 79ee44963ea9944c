import { threadCpuUsage } from 'node:process'
import { describe, expect, test } from 'vitest'
import { makeDocx, makeOdf, wordParagraph } from '../testing/office-fixtures.ts'
import { documentOf } from '../testing/parse-fixture.ts'
import { addRules } from './html/html-visibility.ts'

const HIDDEN = 'CONSIGNE CACHÉE'
const textOf = async (bytes: Uint8Array | string, name: string) => {
  const document = await documentOf(bytes, name)
  return { text: JSON.stringify(document.pages), warnings: document.warnings.map(({ code }) => code) }
}
const page = (inside: string, css = '') => `<html><head><style>${css}</style></head><body><p>Le conseil délibère.</p>${inside}<p>Fin.</p></body></html>`

describe('LLM-04 what a browser would not show is dropped', () => {
  test.each([
    ['out on the left', `<div style="position:absolute; left:-9999px">${HIDDEN}</div>`, ''],
    ['out above, fixed', `<p style="position:fixed;top:-200em">${HIDDEN}</p>`, ''],
    ['far on the right', `<p style="position:absolute;left:20000px">${HIDDEN}</p>`, ''],
    ['indented out', `<p style="text-indent:-9999px">${HIDDEN}</p>`, ''],
    ['cut out', `<p style="position:absolute;clip:rect(0,0,0,0)">${HIDDEN}</p>`, ''],
    ['cut out by a path', `<p style="clip-path:inset(50%)">${HIDDEN}</p>`, ''],
    ['without size', `<p style="font-size:0">${HIDDEN}</p>`, ''],
    ['without opacity', `<p style="opacity:0.0">${HIDDEN}</p>`, ''],
    ['in the colour of its background', `<p style="background:#123456"><span style="color:rgb(18, 52, 86)">${HIDDEN}</span></p>`, ''],
    ['in the colour of its cell', `<table><tr><td>a</td><td bgcolor="#ffff00" style="color:yellow">${HIDDEN}</td></tr></table>`, ''],
    ['white on the page', `<p><font color="#fefefe">${HIDDEN}</font></p>`, ''],
    ['transparent', `<p style="color:transparent">${HIDDEN}</p>`, ''],
    ['transparent, in eight digits', `<p style="color:#12345600">${HIDDEN}</p>`, ''],
    ['white, in eight digits', `<p style="color:#ffffffff">${HIDDEN}</p>`, ''],
    ['white, in four', `<p style="color:#ffff">${HIDDEN}</p>`, ''],
    ['white by its lightness', `<p style="color:hsl(210 40% 100%)">${HIDDEN}</p>`, ''],
    ['in the colour of its background by its hue', `<p style="background:#0000ff"><i style="color:hsla(240deg, 100%, 50%, 1)">${HIDDEN}</i></p>`, ''],
    ['white in percentages', `<p style="color:rgb(100%, 100%, 100%)">${HIDDEN}</p>`, ''],
    ['hardly there', `<p style="color:rgb(0 0 0 / 2%)">${HIDDEN}</p>`, ''],
    ['white by an attribute without #', `<p><font color="FFFFFF">${HIDDEN}</font></p>`, ''],
    ['by rules that come after it', `<p class="late">${HIDDEN}</p><style>.late{display:none}</style>`, ''],
    ['by a class', `<p class="a note">${HIDDEN}</p>`, '.note { display: none }'],
    ['by an identifier', `<p id="x">${HIDDEN}</p>`, 'h1, #x{visibility:hidden}'],
    ['by its element', `<q>${HIDDEN}</q>`, '/* a */ q { position: absolute; left: -999em }'],
    ['by element and class', `<p class="b">${HIDDEN}</p>`, 'p.b{font-size:0}'],
    ['by a class in the colour of the page', `<p class="w">${HIDDEN}</p>`, '.w{color:white}'],
    ['whatever its own style says', `<p class="n" style="display:block">${HIDDEN}</p>`, '.n{display:none !important}'],
  ])('%s', async (_, inside, css) => {
    const { text, warnings } = await textOf(page(inside, css), 'a.html')
    expect(text).not.toContain(HIDDEN)
    expect(text).toContain('Fin.')
    expect(warnings).toContain('hidden_content')
  })

  test.each([
    ['placed where it is seen', '<p style="position:absolute;left:40px;text-indent:-1em">Texte</p>', ''],
    ['white on a dark background', '<div style="color:#fff"><p style="background-color:navy">Texte</p></div>', ''],
    ['white in a table coloured from elsewhere', '<table><tr><td style="color:white">Texte</td><td>b</td></tr></table>', ''],
    ['white on a picture', '<p style="color:white;background:url(a.png)">Texte</p>', ''],
    ['hidden on paper alone', '<p class="np">Texte</p>', '@media print { .np { display: none } }'],
    ['shown by a more precise rule', '<div class="tab on">Texte</div>', '.tab.on{display:block} .tab{display:none}'],
    ['shown on some screens', '<div class="m">Texte</div>', '.m{display:none} @media (min-width: 800px){ .m{display:block} }'],
    ['shown by where it is', '<main><div class="m">Texte</div></main>', '.m{display:none} main .m{display:block}'],
    ['coloured by where it is', '<nav><p class="b">Texte</p></nav>', '.b{color:#fff} nav .b{background:#000}'],
    ['of a colour that has no name', '<p style="color:hsl(x y z)">Texte</p>', ''],
    ['coloured by its hue', '<p style="color:hsl(0, 100%, 40%)">Texte</p>', ''],
    ['hidden by rules of paper', '<p class="np">Texte</p><style media="print">.np{display:none}</style>', ''],
    ['hidden by rules in a comment', '<p class="np">Texte</p><!-- <style>.np{display:none}</style> -->', ''],
    ['hidden by rules that are commented out', '<p class="np">Texte</p>', '/* .np{display:none} */ /* .np{display:none}'],
    ['hidden when pointed at', '<p class="h">Texte</p>', '.h:hover{display:none}'],
    ['shown again by itself', '<p class="h" style="display:block">Texte</p>', '.h{display:none}'],
  ])('and nothing else: %s', async (_, inside, css) => {
    const { text, warnings } = await textOf(page(inside, css), 'a.html')
    expect(text).toContain('Texte')
    expect(warnings).toEqual([])
  })
})

const coloured = (colour: string, shading = '', paragraph = '') => wordParagraph(HIDDEN, paragraph, `<w:color w:val="${colour}"/>${shading}`)
const shd = (fill: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`
const cell = (fill: string, inside: string) =>
  `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:tcPr>${fill}</w:tcPr>${inside}</w:tc></w:tr></w:tbl>`

const painted = { 'word/settings.xml': '<w:settings xmlns:w="w"><w:displayBackgroundShape/></w:settings>' }
/** A paragraph with a note, and the part that contains the note. */
const note = (inside: string) => ({
  body: '<w:p><w:r><w:t>Le budget</w:t><w:footnoteReference w:id="2"/></w:r></w:p>',
  parts: { 'word/footnotes.xml': `<w:footnotes xmlns:w="w"><w:footnote w:id="2">${inside}</w:footnote></w:footnotes>` },
})
const formula = (properties = '') => `<m:oMath><m:r>${properties}<m:t>${HIDDEN}</m:t></m:r></m:oMath>`
const vanish = '<w:rPr><w:vanish/></w:rPr>'
type Case = [string, string, Record<string, string>?]

describe('LLM-04 what Word would not show is dropped', () => {
  test.each<Case>([
    ['white on the page', coloured('FFFFFF')],
    ['in the colour of its shading', coloured('1F4E79', shd('1F4E79'))],
    ['in the colour of its paragraph', coloured('ffff00', '', shd('FFFF00'))],
    ['in the colour of its highlighting', coloured('FF0000', '<w:highlight w:val="red"/>')],
    ['in nearly that colour', coloured('1F4E79', shd('1F4E7A'))],
    ['in the colour of its cell', cell(shd('00B050'), coloured('00B050'))],
    ['in the colour of the page', `<w:background w:color="0000FF"/>${coloured('0000FF')}`, painted],
    ['white, on a background that is not painted', `<w:background w:color="0000FF"/>${coloured('FFFFFF')}`],
    ['vanished in a note', note(wordParagraph(HIDDEN, '', '<w:vanish/>')).body, note(wordParagraph(HIDDEN, '', '<w:vanish/>')).parts],
    ['white in a note', note(coloured('FFFFFF')).body, note(coloured('FFFFFF')).parts],
    ['vanished in a formula', `<w:p>${formula(vanish)}</w:p>`],
    ['white in a white cell', cell(shd('FFFFFF'), coloured('FFFFFF'))],
  ])('%s', async (_, body, parts) => {
    const { text, warnings } = await textOf(makeDocx(wordParagraph('Le conseil délibère.') + body, parts), 'a.docx')
    expect(text).not.toContain(HIDDEN)
    expect(warnings).toContain('hidden_content')
  })

  test.each<Case>([
    ['white on a dark shading', coloured('FFFFFF', shd('1F4E79'))],
    ['white in a paragraph on a dark shading', coloured('FFFFFF', '', shd('1F4E79'))],
    ['white in a table coloured by its style', cell('', coloured('FFFFFF'))],
    ['white in a dark cell', cell(shd('1F4E79'), coloured('FFFFFF'))],
    ['white on a pattern', coloured('FFFFFF', '<w:shd w:val="pct50" w:color="000000" w:fill="FFFFFF"/>')],
    ['of an automatic colour', coloured('auto', shd('auto'))],
    ['of a colour', coloured('C00000')],
    ['in a note', note(coloured('C00000')).body, note(coloured('C00000')).parts],
    ['white in a note on a dark shading', note(coloured('FFFFFF', '', shd('1F4E79'))).body, note(coloured('FFFFFF', '', shd('1F4E79'))).parts],
    ['white on a background that is painted', `<w:background w:color="0000FF"/>${coloured('FFFFFF')}`, painted],
    ['in a formula after a hidden run', `<w:p><w:r>${vanish}</w:r>${formula()}</w:p>`],
    ['in a formula after a hidden piece of it', `<w:p><m:oMath><m:r>${vanish}</m:r></m:oMath>${formula()}</w:p>`],
    ['in a formula of a paragraph whose mark is hidden', `<w:p><w:pPr>${vanish}</w:pPr>${formula()}</w:p>`],
    ['in the colour of a background that is not', `<w:background w:color="0000FF"/>${coloured('0000FF')}`],
  ])('and nothing else: %s', async (_, body, parts) => {
    const { text, warnings } = await textOf(makeDocx(wordParagraph('Le conseil délibère.') + body, parts), 'a.docx')
    expect(text).toContain(HIDDEN)
    expect(warnings).toEqual([])
  })
})

describe('LLM-04 what Writer would not show is dropped', () => {
  const style = (name: string, ...properties: string[]) =>
    `<style:style style:name="${name}">${properties.map((property) => `<style:${property}/>`).join('')}</style:style>`
  const white = 'text-properties fo:color="#ffffff"'
  const styles =
    style('W', white) +
    style('P', 'paragraph-properties fo:background-color="#004586"', white) +
    style('B', 'paragraph-properties fo:background-color="#004586"') +
    style('blanche', 'table-cell-properties fo:background-color="#FFFFFF"') +
    style('bleue', 'table-cell-properties fo:background-color="#004586"') +
    style('V', 'text-properties text:display="none"')
  const paragraph = (name: string, inside = HIDDEN) => `<text:p text:style-name="${name}">${inside}</text:p>`
  const span = `<text:span text:style-name="W">${HIDDEN}</text:span>`
  const table = (name: string, inside: string) =>
    `<table:table><table:table-row><table:table-cell table:style-name="${name}">${inside}</table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>`
  const read = (body: string) =>
    textOf(makeOdf('text', `<office:text><text:p>Le conseil délibère.</text:p>${body}<text:p>Fin.</text:p></office:text>`, styles), 'a.odt')

  test.each([
    ['white on the page', paragraph('W')],
    ['a few words in white', paragraph('X', `Le budget ${span}`)],
    ['white in a white cell', table('blanche', paragraph('W'))],
    ['white on the page, after a table', table('bleue', paragraph('X', 'a')) + paragraph('W')],
    ['not displayed, in a coloured cell', table('bleue', paragraph('V'))],
  ])('%s', async (_, body) => {
    const { text, warnings } = await read(body)
    expect(text).not.toContain(HIDDEN)
    expect(text).toContain('Fin.')
    expect(warnings).toEqual(['hidden_content'])
  })

  test.each([
    ['white in a coloured cell, as the names of columns', table('bleue', paragraph('W'))],
    ['white in a table that is coloured elsewhere', table('sans', paragraph('X', span))],
    ['white in a paragraph that is coloured', paragraph('P')],
    ['white words in a paragraph that is coloured', paragraph('B', span)],
    ['white in a drawing', paragraph('X', `<draw:frame><draw:text-box>${paragraph('W')}</draw:text-box></draw:frame>`)],
  ])('and nothing else: %s', async (_, body) => {
    const { text, warnings } = await read(body)
    expect(text).toContain(HIDDEN)
    expect(warnings).toEqual([])
  })
})

// A text twice as long must take about twice the time, not four times. Times that are too short to measure are accepted.
describe('hostile styles cost what their length does', () => {
  const cost = (css: string, size: number) => {
    const text = css.repeat(size / css.length)
    const before = threadCpuUsage()
    addRules([], text)
    addRules([], `p{color:red${text}x}`)
    const { user, system } = threadCpuUsage(before)
    return (user + system) / 1_000
  }
  test.each(['/* ', '/*/', ' ! ', ' ', '!important ', '{', '}', '@media{', ','])('%j', (css) => {
    cost(css, 1_000)
    const isSquare = () => {
      const [half, whole] = [cost(css, 60_000), cost(css, 120_000)]
      return whole > 200 && whole / half >= 3.3
    }
    // Other work of the machine may give a false result once.
    expect(isSquare() && isSquare() && isSquare()).toBe(false)
  })
})
