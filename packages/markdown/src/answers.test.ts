import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { closeOpenMarkup } from './close-open.ts'
import { toHtml, toPlainText } from './index.ts'

/** Converts Markdown to HTML, without the wrappers common to all tables and paragraphs. */
const html = (markdown: string) =>
  toHtml(markdown).replaceAll(' border="1" cellspacing="0" cellpadding="6"', '').replaceAll(' scope="col" bgcolor="#e6ebf4"', '').replaceAll('&#39;', "'")

test.each([
  ['Monsieur Petit\n3 place du Marché\n45100 Orléans', '<p>Monsieur Petit<br>3 place du Marché<br>45100 Orléans</p>'],
  ['Pièces :\n– acte\n• plan\na. devis', '<p>Pièces :<br>– acte<br>• plan<br>a. devis</p>'],
  ['- siège\n  rue Haute\n- annexe', '<ul><li>siège<br>rue Haute</li><li>annexe</li></ul>'],
  ['> ligne\n> autre', '<blockquote><p>ligne<br>autre</p></blockquote>'],
  ['Vu le code,\n    Le maire', '<p>Vu le code,<br>Le maire</p>'],
  ['Cordialement\n---\nFin', '<p>Cordialement</p>\n<hr>\n<p>Fin</p>'],
])('keeps the lines of %j', (markdown, expected) => expect(html(markdown)).toBe(expected))

test.each([
  '25*40*12 = 12000',
  '5 * 4 * 3',
  '12 *150* 3',
  '(2+3)*(4+5)*6',
  '12 %*3 €*2',
  'L*l*h et prix*quantité*1,2',
  '2**10 et x**2 + y**2',
  'plan_local_urbanisme_2026.pdf',
  '__init__.py et _x',
  'Nom : ________ Date : ____ (____)',
  'environ ~10 % et ~20 % ; « 10~20 »',
  'Tarif* (voir *infra)',
  'Le signe (*) et (**)',
  '*.pdf et *.docx',
  'un ** seul',
  'Voir la note *. Tarif* indicatif',
])('keeps every character of « %s »', (text) => {
  expect(toHtml(text)).toBe(`<p>${text}</p>`)
  expect(toPlainText(text)).toBe(text)
})

test.each([
  ['**Objet :**demande', '<strong>Objet :</strong>demande'],
  ['**Objet : **demande', '<strong>Objet : </strong>demande'],
  ['** Objet :** demande', '<strong> Objet :</strong> demande'],
  ['« **« Texte »** »', '« <strong>« Texte »</strong> »'],
  ['dit**« oui »**fin', 'dit<strong>« oui »</strong>fin'],
  ["l'**école**, (**sic**).", "l'<strong>école</strong>, (<strong>sic</strong>)."],
  ['**agent**s et *Note :*suite', '<strong>agent</strong>s et <em>Note :</em>suite'],
  ['***deux*** et ~~non~~', '<strong><em>deux</em></strong> et <s>non</s>'],
  ['En 2025 **12 000 €** puis *3 parts*', 'En 2025 <strong>12 000 €</strong> puis <em>3 parts</em>'],
  [
    '**a *b* c** `x*y*z` [*lu*](https://a.fr)',
    '<strong>a </strong><strong><em>b</em></strong><strong> c</strong> <code>x*y*z</code> <a href="https://a.fr/"><em>lu</em></a> (a.fr)',
  ],
])('reads the emphasis of %j', (markdown, expected) => {
  const found = html(markdown)
  // The order of nested emphasis marks does not matter: both are compared in one order.
  expect(found.replaceAll('<em><strong>deux</strong></em>', '<strong><em>deux</em></strong>')).toBe(`<p>${expected}</p>`)
})

describe('tables', () => {
  const cells = (markdown: string) =>
    [...toHtml(markdown).matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell))

  test.each([
    [
      'a bar in code',
      '| C | R |\n|--|--|\n| `p | q` | lit |',
      [
        ['C', 'R'],
        ['<code>p | q</code>', 'lit'],
      ],
    ],
    [
      'an escaped bar',
      '| C | R |\n|--|--|\n| p \\| q | `a \\| b` |',
      [
        ['C', 'R'],
        ['p | q', '<code>a | b</code>'],
      ],
    ],
    [
      'ticks in two cells',
      '| C | R |\n|--|--|\n| ` | ` |',
      [
        ['C', 'R'],
        ['`', '`'],
      ],
    ],
    [
      'a bar in a formula',
      '| C | R |\n|--|--|\n| \\(|x|\\) | valeur |',
      [
        ['C', 'R'],
        ['|x|', 'valeur'],
      ],
    ],
    [
      'a bar in a formula between dollars',
      '| C | R |\n|--|--|\n| $|x|$ | valeur |',
      [
        ['C', 'R'],
        ['|x|', 'valeur'],
      ],
    ],
    [
      'a row longer than the head',
      '| C |\n|--|\n| a | b | c |',
      [
        ['C', '', ''],
        ['a', 'b', 'c'],
      ],
    ],
    [
      'a shorter row',
      '| C | R |\n|--|--|\n| a |',
      [
        ['C', 'R'],
        ['a', ''],
      ],
    ],
    [
      'fewer dashes than titles',
      '| C | R | S |\n|--|--|\n| a | b | c |',
      [
        ['C', 'R', 'S'],
        ['a', 'b', 'c'],
      ],
    ],
    ['no head', '|--|--|\n| a | b |', [['a', 'b']]],
    [
      'no dashes',
      '| C | R |\n| a | b |',
      [
        ['C', 'R'],
        ['a', 'b'],
      ],
    ],
    [
      'no outer bars',
      'C | R\n-- | --\na | b',
      [
        ['C', 'R'],
        ['a', 'b'],
      ],
    ],
  ])('%s', (_, markdown, expected) => expect(cells(markdown)).toEqual(expected))

  it('ends where a line has no bar', () => expect(html('| C |\n|--|\n| a |\nSource : budget')).toMatch(/<\/table>\n<p>Source : budget<\/p>$/))
})

test.each([
  ['12 m<sup>3</sup> de CO<sub>2</sub>', '<p>12 m³ de CO₂</p>', '12 m³ de CO₂'],
  ['10<sup>-6</sup>', '<p>10⁻⁶</p>', '10⁻⁶'],
  ['le 1<sup>er</sup> mai, t<sub>max</sub>', '<p>le 1<sup>er</sup> mai, t<sub>max</sub></p>', 'le 1er mai, t_(max)'],
  [
    '<u>lu</u> <mark>vu</mark> <b>gras</b> <i>it</i> <s>non</s>',
    '<p><u>lu</u> <mark>vu</mark> <strong>gras</strong> <em>it</em> <s>non</s></p>',
    'lu vu gras it non',
  ],
  ['H<sub class="b" onclick="x()">2</sub>O, <b style="color:red">gras</b>', '<p>H₂O, <strong>gras</strong></p>', 'H₂O, gras'],
  ['<sup id="a">2</sup> <span>b</span> <sup>ouvert', '<p>² &lt;span&gt;b&lt;/span&gt; &lt;sup&gt;ouvert</p>', '² <span>b</span> <sup>ouvert'],
])('obeys the simple tags of %j', (markdown, asHtml, asText) => {
  expect(toHtml(markdown)).toBe(asHtml)
  expect(toPlainText(markdown)).toBe(asText)
})

test.each([
  ['[À COMPLÉTER]', true],
  ['[À compléter : date de la séance]', true],
  ['[à préciser]', true],
  ['[Insérer le montant]', true],
  ['[Nom du maire]', true],
  ['[NOM DE LA COMMUNE]', true],
  ['[XX]', true],
  ['[JJ/MM/AAAA]', true],
  ['[XX/XX/2026]', true],
  ['[12/03/2026]', false],
  ['[______]', true],
  ['[…]', false],
  ['[1]', false],
  ['[sic]', false],
  ['[Date](https://a.fr)', false],
  ['[Date]: demain', false],
])('highlights the blank %s: %s', (text, expected) => expect(toHtml(`Le ${text} suit`).includes('<mark>')).toBe(expected))

describe('blocks', () => {
  test.each([
    ['\\[\n\nt = \\frac{a}{b}\n\n\\]\n\nFin', '<p>t = a/b</p>\n<p>Fin</p>'],
    ['$$\n\nx^2\n\n$$', '<p>x²</p>'],
    ['\\[\n\nVoir x = 1', '<p>\\[</p>\n<p>Voir x = 1</p>'],
    ['Donc\n\\begin{align*}\nx &= 1 \\\\\ny &= 2\n\\end{align*}\nFin', '<p>Donc</p>\n<p>x = 1<br>y = 2</p>\n<p>Fin</p>'],
    ['\\begin{equation}a^2\\end{equation}', '<p>a²</p>'],
    ['1. Un\n  - a\n  - b\n2. Deux', '<ol><li>Un<ul><li>a</li><li>b</li></ul></li><li>Deux</li></ol>'],
    ['1. Un\n    - a\n        - b\n2. Deux', '<ol><li>Un<ul><li>a<ul><li>b</li></ul></li></ul></li><li>Deux</li></ol>'],
    ['10. Dix\n   - a\n\n   suite', '<ol start="10"><li>Dix<ul><li>a</li></ul><p>suite</p></li></ol>'],
    ['2. Deux\n5. Cinq\n6. Six', '<ol start="2"><li>Deux</li></ol>\n<ol start="5"><li>Cinq</li><li>Six</li></ol>'],
    ['1. Un\n1. Deux', '<ol><li>Un</li><li>Deux</li></ol>'],
    ['1) un\n2) deux', '<ol><li>un</li><li>deux</li></ol>'],
    ['##Titre\n\ntexte', '<h1>Titre</h1>\n<p>texte</p>'],
    ['#budget', '<p>#budget</p>'],
    ['- [x] vu\n- [ ] non', '<ul type="none"><li>☒ vu</li><li>☐ non</li></ul>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected))

  it('keeps the parenthesis of « 1) »', () => expect(toPlainText('3) un\n4) deux\n\n1. trois')).toMatch(/^3\) un\n4\) deux\s+1\. trois$/))

  it('indents the code of an item with it', () => expect(html('1. Un\n  - a\n    ```\n    x\n      y\n    ```')).toContain('<pre>x\n  y</pre>'))
})

it('never loses a letter', () => {
  const part = fc.constantFrom(
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '$',
    '\\(',
    '\\)',
    '^',
    '|',
    ' ',
    '\n',
    '- ',
    '1. ',
    '34',
    'mot',
    'x',
    '(',
    ')',
    '«',
    '»',
    '[À COMPLÉTER] ',
    '= 3',
    '##',
    '<sup>',
    '</sup>',
  )
  const letters = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\d]|[sup12]/gu, '')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      // The language of a code block is not one of its words.
      fc.pre(!text.includes('~~~'))
      expect(letters(toPlainText(text))).toBe(letters(text))
    }),
    { numRuns: 300 },
  )
})

it('shows the same at its end while it is written as once it is', () => {
  for (const text of [
    '**Objet :**texte',
    'Le taux \\(\\frac{1}{2}\\) vaut',
    '12*150*3',
    '1<sup>er</sup> mai',
    '| a | b |\n|--|--|\n| `x | y` | z |',
    'a | b\n--|--\nc | d',
  ])
    expect(toHtml(closeOpenMarkup(`${text} `))).toBe(toHtml(`${text} `))
})
