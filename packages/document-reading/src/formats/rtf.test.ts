import { describe, expect, test } from 'vitest'
import { documentOf, sketch } from '../testing/parse-fixture.ts'

/** Reads RTF text in a file whose fonts 0 to 2 are Arial, Wingdings and Symbol. */
const read = async (body: string) => {
  const head = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fnil\fcharset2 Wingdings;}{\f2\froman\fcharset2 Symbol;}}`
  const document = await documentOf(Buffer.from(`${head}${body}}`, 'latin1'), 'a.rtf')
  return { blocks: sketch(document), warnings: document.warnings.map(({ code, message }) => `${code} ${message}`) }
}
const blocksOf = async (body: string) => (await read(body)).blocks

describe('numbers of items', () => {
  test.each([
    ['numbers', String.raw`{\listtext\pard\plain 1.\tab}\ls1 Objet\par{\listtext 2.\tab}\ls1 Dur\'e9e\par`, ['- 1. Objet', '- 2. Durée']],
    ['letters of the former lists', String.raw`\pard{\pntext\f0 a)\tab}{\*\pn\pnlvlbody\pnlcltr{\pntxta )}}Visa\par`, ['- a) Visa']],
    ['bullets', String.raw`{\listtext\f2\'b7\tab}\ls1 Voirie\par{\listtext\f1\'a7\tab}\ls1 Eau\par`, ['- Voirie', '- Eau']],
    ['optional ones', String.raw`{\*\listtext 3.\tab}\ls1 Prix\par`, ['- 3. Prix']],
    ['a heading', String.raw`{\pard\outlinelevel0{\listtext I.\tab}\ls1 Budget\par}`, ['h1 I. Budget']],
    ['a cell', String.raw`\trowd\intbl{\listtext 1.\tab}Lot\cell\intbl Prix\cell\row`, ['1. Lot|Prix']],
  ])('reads %s', async (_, body, blocks) => expect(await blocksOf(body)).toEqual(blocks))

  test('computes the numbers that the file does not write', async () => {
    const level = (format: number, start: number, text: string) =>
      `{\\listlevel\\levelnfc${format}\\levelstartat${start}{\\leveltext${text};}{\\levelnumbers;}}`
    const list = `{\\list${level(0, 3, String.raw`\'02\'00.`)}${level(4, 1, String.raw`\'04\'00.\'01)`)}\\listid7}`
    const boxes = `{\\list{\\listlevel\\levelnfc23{\\leveltext\\'01\\'a8;}\\f1}\\listid8}`
    const tables = `{\\*\\listtable${list}${boxes}}{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}{\\listoverride\\listid8\\ls2}}`
    const item = (text: string, place = String.raw`\ls1\ilvl0`) => `\\pard${place} ${text}\\par `
    const items = item('Objet') + item('lots', String.raw`\ls1\ilvl1`) + item('prix', String.raw`\ls1\ilvl1`) + item('Visa') + item('Texte', '')
    expect(await blocksOf(tables + items)).toEqual(['- 3. Objet', '- 3.a) lots', '- 3.b) prix', '- 4. Visa', 'Texte'])
    expect(await blocksOf(`${tables}${item('favorable', String.raw`\ls2`)}`)).toEqual(['- ☐ favorable'])
  })

  test('keeps the boxes of items', async () => {
    expect(await blocksOf(String.raw`{\listtext\f1\'fe\tab}\ls1 Oui\par{\listtext\f1\'a8\tab}\ls1 Non\par`)).toEqual(['- ☒ Oui', '- ☐ Non'])
  })

  test('reads nothing of what only defines numbers', async () => {
    const definitions = String.raw`{\*\pnseclvl1\pnucrm{\pntxtb (}{\pntxta .}}{\*\listtable{\list{\listlevel{\leveltext\'02\'00.;}{\levelnumbers\'01;}}{\listname Actes;}}}{\pn\pndec{\pntxta )}}`
    expect(await blocksOf(`${definitions}Texte\\par`)).toEqual(['Texte'])
  })
})

describe('texts apart', () => {
  const box = (text: string) =>
    String.raw`{\shp{\*\shpinst\shpleft0{\sp{\sn fLine}{\sv 0}}{\shptxt \pard\plain ${text}\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext ${text}\par}}}}`

  test('a text box is read once, after its paragraph', async () => {
    expect(await blocksOf(`Avant ${box(String.raw`Cr\'e9dits report\'e9s`)}et suite\\par Fin\\par`)).toEqual(['Avant et suite', 'Crédits reportés', 'Fin'])
    expect(await blocksOf(`${box('Seule')}\\par`)).toEqual(['Seule'])
    expect(await blocksOf(String.raw`{\*\do\dptxbx{\dptxbxtext\pard Dessin\par}}Texte\par`)).toEqual(['Texte', 'Dessin'])
  })

  test('a table of a text box becomes lines, one in a cell stays in it', async () => {
    expect(await blocksOf(`T${box(String.raw`\trowd\intbl a\cell b\cell\row\pard`)}\\par`)).toEqual(['T', 'a | b'])
    expect(await blocksOf(String.raw`\trowd\intbl A${box('zone')}\cell\intbl B\cell\row`)).toEqual(['A\nzone|B'])
  })

  test('the text of a drawing is read', async () => {
    expect(await blocksOf(String.raw`{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv PROJET}}{\sp{\sn wzName}{\sv Forme 1}}}}Texte\par`)).toEqual([
      'Texte',
      'PROJET',
    ])
  })

  test('headers and footers are read once, as boilerplate', async () => {
    const parts = String.raw`{\header\pard Arr\'eat\'e9 n\'b0 12\par}{\headerf Ville\par}{\footer Page {\field{\*\fldinst PAGE}{\fldrslt 1}}\par}`
    expect(await blocksOf(`${parts}Texte\\par\\sect${parts}Suite\\par`)).toEqual(['~Arrêté n° 12', '~Ville', 'Texte', 'Suite', '~Page 1'])
  })

  test('a note of several paragraphs stays in its paragraph', async () => {
    expect(await blocksOf(String.raw`Budget{\super\chftn{\footnote\pard\plain{\super\chftn} Un.\par Deux.}} vot\'e9\par`)).toEqual([
      'Budget [note : Un. Deux.] voté',
    ])
  })
})

describe('form fields', () => {
  const field = (type: number, rest: string, result = '') => String.raw`{\field{\*\fldinst FORM {\*\formfield{\fftype${type}${rest}}}}{\fldrslt ${result}}}`
  test.each([
    ['a ticked box', `${field(1, String.raw`\ffres1\ffhps20{\*\ffname c1}\ffdefres0`)} Favorable`, '☒ Favorable'],
    ['an empty box', `${field(1, String.raw`\ffres0\ffdefres1`)} Favorable`, '☐ Favorable'],
    ['a box ticked by default', `${field(1, String.raw`\ffres25\ffdefres1`)} Favorable`, '☒ Favorable'],
    ['the choice of a list', `Avis : ${field(2, String.raw`\ffres1{\*\ffl Favorable}{\*\ffl R\'e9serv\'e9}`)}`, 'Avis : Réservé'],
    ['the text typed', `Nom : ${field(0, String.raw`{\*\ffdeftext vide}`, 'Martin')}`, 'Nom : Martin'],
    ['a box of Wingdings', String.raw`{\f1\'fe} Complet {\f1\u-3928 ?} Incomplet`, '☒ Complet ☐ Incomplet'],
    ['a symbol field', String.raw`{\field{\*\fldinst SYMBOL 168 \\f "Wingdings" \\s 10}{\fldrslt\f1}} Non`, '☐ Non'],
    ['a link', String.raw`Voir {\field{\*\fldinst HYPERLINK "https://exemple.fr"}{\fldrslt le site}}`, 'Voir le site'],
  ])('reads %s', async (_, body, text) => expect(await blocksOf(`${body}\\par`)).toEqual([text]))
})

test('exponents and indices are not digits of the number before them', async () => {
  const body = String.raw`10{\super 3} litres, 5 m{\up6 2}, CO{\sub 2}, 10{\super -3\nosupersub  g}, le 1{\super er} mars\par`
  expect(await blocksOf(body)).toEqual(['10³ litres, 5 m², CO₂, 10⁻³ g, le 1er mars'])
})

test('deleted text and hidden text are left out, and said', async () => {
  expect(await read(String.raw`Tarif {\deleted 9}{\revised 12} euros\par`)).toEqual({
    blocks: ['Tarif 12 euros'],
    warnings: ['content_unread Contenu non lu : 1 suppression en suivi des modifications.'],
  })
  expect((await read(String.raw`Tarif {\v secret}\par`)).warnings).toEqual([expect.stringMatching(/^hidden_content /)])
})

test('struck-through text is read and said', async () => {
  expect(await read(String.raw`Tarif {\strike 9} {\striked1 10}{\strike\strike0  12} euros\par`)).toEqual({
    blocks: ['Tarif 9 10 12 euros'],
    warnings: ['struck_text Texte barré, lu comme le reste : « 9 », « 10 ». Vérifiez s’il est supprimé.'],
  })
})

test('a drop cap begins the paragraph after it', async () => {
  expect(await blocksOf(String.raw`{\pard\dropcapli3\dropcapt1\fs120 L\par}\pard a commune agit.\par Suite\par`)).toEqual(['La commune agit.', 'Suite'])
})

test('an object and an equation are named, the text of their result is read', async () => {
  const object = String.raw`{\object\objemb{\*\objclass Excel.Sheet.8}{\*\objdata 0105}{\result{\pict\wmetafile8 0100}Total 12}}`
  expect(await read(`${object}\\par`)).toEqual({ blocks: ['Total 12'], warnings: ['content_unread Contenu non lu : 1 objet incorporé (Excel).'] })
  const picture = (twips: number) =>
    `{\\*\\shppict{\\pict\\picwgoal${twips}\\pichgoal${twips}\\pngblip 00}}{\\nonshppict{\\pict\\picwgoal${twips}\\pichgoal${twips} 00}}`
  expect(await read(`${picture(500)}${picture(10_000)}Plan\\par`)).toEqual({ blocks: ['Plan'], warnings: ['content_unread Contenu non lu : 1 image.'] })
})

test('a formula is read on one line', async () => {
  const part = (name: string, text: string) => `{\\${name}{\\mr\\mscr0\\msty2 ${text}}}`
  const fraction = `{\\mf{\\mfPr{\\mctrlPr\\f0}}${part('mnum', 'R')}${part('mden', 'a+b')}}`
  const power = `{\\msSup${part('me', '10')}${part('msup', '3')}}`
  const sum = `{\\mnary{\\mnaryPr{\\mchr \\u8721 ?}}${part('msub', 'i=1')}${part('msup', 'n')}${part('me', 'x')}}`
  expect(await blocksOf(`QF={\\mmath{\\*\\moMath${fraction}}} puis {\\mmath{\\*\\moMath${power}}}, {\\mmath{\\*\\moMath${sum}}}.\\par`)).toEqual([
    'QF=R/(a+b) puis 10³, ∑_(i=1)^n x.',
  ])
})

test('reads 10,000 notes, and an equation nested 1,000 deep', async () => {
  const notes = Array.from({ length: 10_000 }, (_, nth) => String.raw`Phrase{\super\chftn{\footnote Note ${nth}}}`).join(' ')
  const [paragraph] = await blocksOf(`${notes}\\par`)
  expect(paragraph!.match(/\[note : Note \d+\]/g)).toHaveLength(10_000)
  const equation = `${String.raw`{\mf{\mnum`.repeat(1_000)}{\\mr 1}${String.raw`}{\mden{\mr 2}}}`.repeat(1_000)}`
  expect(await blocksOf(`{\\mmath{\\*\\moMath${equation}}}\\par`)).toEqual([`${'('.repeat(999)}1${'/2)'.repeat(999)}/2`])
})
