import * as xlsx from '@e965/xlsx'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { documentOf, failureOfFixture, sketch } from '../testing/parse-fixture.ts'

describe('CSV', () => {
  test.each(['utf-8', 'windows-1252', 'utf-16le'])('finds the separator among decimal commas, in %s', async (encoding) => {
    const bytes = iconv.encode('Libellé;Montant\r\n"École ""Jean;Moulin""";12,50\r\n"deux\nlignes";3,00\r\n', encoding, { addBOM: encoding === 'utf-16le' })
    expect(sketch(await documentOf(bytes, 'a.csv'))).toEqual(['th Libellé|Montant/École "Jean;Moulin"|12,50/deux\nlignes|3,00'])
  })

  test('obeys the separator that Excel declares', async () => {
    expect(sketch(await documentOf('sep=|\r\na|b\r\n1|2,3;4\r\n', 'a.csv'))).toEqual(['th a|b/1|2,3;4'])
  })

  test.each<[string, string, string]>([
    ['closed before a text', 'Nom;Note\nA;2" de pluie\nB;"clos" le soir\nC;ok\n', 'Nom|Note/A|2" de pluie/B|"clos" le soir/C|ok'],
    ['closed before a text, beside a separator', 'Nom,Lieu,Note\nA,"rue X, bas" fond,oui\nB,y,non', 'Nom|Lieu|Note/A|"rue X, bas" fond|oui/B|y|non'],
    ['around a value with a separator that is none', 'T;D;N\nA;"12;"14\nB;1;2', 'T|D|N/A|"12|"14/B|1|2'],
    ['never closed', 'Nom\tNote\nA\t"Ti Jean\nB\tok\nC\tfin', 'Nom|Note/A|"Ti Jean/B|ok/C|fin'],
    ['never closed, on the last row', 'Nom;Note\nA;ok\nB;"fin', 'Nom|Note/A|ok/B|"fin'],
    ['closed by that of a later row', 'N;M;S\n"Ti Jean;a;1\nB;b;2\n"Le Goff";c;3', 'N|M|S/"Ti Jean|a|1/B|b|2/Le Goff|c|3'],
    ['closed by inches of a later row', 'N,Nb,D\nA,"3 pouces,1\nB,5"\nC,6,2', 'N|Nb|D/A|"3 pouces|1/B|5"/C|6|2'],
    ['of a cell of several lines', 'Nom;Note\nA;"Un ; ""deux""\n\ntrois"\nB;ok', 'Nom|Note/A|Un ; "deux"\n\ntrois/B|ok'],
    ['between blanks', 'Nom, Lieu\nA, "rue X, bas" \nB,y', 'Nom|Lieu/A|rue X, bas/B|y'],
    ['of a code that keeps its zeros', 'Nom;INSEE\nA;"=""01004"""\nB;="02"', 'Nom|INSEE/A|01004/B|02'],
  ])('reads a quote %s', async (_name, source, table) => {
    expect(
      sketch(await documentOf(source, 'a.csv'))
        .join()
        .replace(/^th /, ''),
    ).toBe(table)
    expect(
      sketch(await documentOf(source.replaceAll('\n', '\r\n'), 'a.csv'))
        .join()
        .replace(/^th /, ''),
    ).toBe(table)
  })

  test('100,000 rows that open a quote take no more time than others', async () => {
    const document = await documentOf(`Nom;Note\n${'A;"x""\n'.repeat(100_000)}`, 'a.csv', { limits: { rowsPerSheet: 200_000 } })
    expect(document.pages[0]!.blocks[0]).toMatchObject({ rows: { length: 100_001 } })
  })

  test('a header named __proto__ is a text like another (FIC-09)', async () => {
    expect(sketch(await documentOf('__proto__;constructor\npolluted;1\n', 'a.csv'))).toEqual(['th __proto__|constructor/polluted|1'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('TXT and Markdown', () => {
  test('blank lines separate paragraphs, bullets make a list, form feeds make pages', async () => {
    const document = await documentOf('Un\ndeux\n\n- a\n- b\n\fPage deux', 'a.txt')
    expect(sketch(document)).toEqual(['Un\ndeux', '- a', '- b', 'Page deux'])
    expect(document.pages.map(({ page }) => page)).toEqual([1, 2])
  })

  test('a list keeps its numbers, and a dash on a number is its sign', async () => {
    expect(sketch(await documentOf('1. Adopter\n2) Rejeter\n\n-12 % en un an\n–5 °C la nuit\n\n– Voirie\n- Écoles', 'a.txt'))).toEqual([
      '- 1. Adopter',
      '- 2) Rejeter',
      '-12 % en un an\n–5 °C la nuit',
      '- Voirie',
      '- Écoles',
    ])
    expect(sketch(await documentOf('-12 % en un an\n- Voirie', 'a.md'))).toEqual(['-12 % en un an', '- Voirie'])
  })

  test('reads the structure of Markdown and nothing of its HTML', async () => {
    const source =
      '# Titre ##\n\nTexte **fort**\nsuite\n\n* point\n1. numéro\n\n| A | B |\n|---|--:|\n| 1 | 2\\|3 |\n\nSous-titre\n---\n\n```\n# pas un titre\n```\n<script>x</script>'
    expect(sketch(await documentOf(source, 'a.md'))).toEqual([
      'h1 Titre',
      'Texte **fort**\nsuite',
      '- point',
      '- 1. numéro',
      'th A|B/1|2|3',
      'h2 Sous-titre',
      '# pas un titre',
      '<script>x</script>',
    ])
  })
})

describe('HTML', () => {
  test('keeps headings, lists and tables, leaves out scripts and styles', async () => {
    const page =
      '<!doctype html><html><head><title>Guichet d’accueil</title><style>p{}</style></head><body><h1>Accueil</h1><script>var a = "<p>";</script><p>Ouvert&nbsp;de 9&#160;h<br>à 17 h</p><ul><li>lundi</li><li>mardi</li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></body></html>'
    const document = await documentOf(page, 'a.html')
    expect(sketch(document)).toEqual(['h1 Accueil', 'Ouvert\u00A0de 9\u00A0h\nà 17 h', '- lundi', '- mardi', 'th A|B/1|2'])
    expect(document.title).toBe('Guichet d’accueil')
  })

  test.each([
    ['as they are counted', '<ol><li>Visa<li><p>Mandat</p><p>signé</p></ol>', ['- 1. Visa', '- 2. Mandat', '- signé']],
    ['from where they begin, and after a number of their own', '<ol start=4><li>a<li value=9>b<li>c</ol>', ['- 4. a', '- 9. b', '- 10. c']],
    ['in letters and in Roman ones', '<ol type=a start=2><li>x</ol><ol type=I start=4><li>y</ol>', ['- b. x', '- IV. y']],
    ['of a style, before an attribute', '<ol type=1 style="list-style: inside lower-roman"><li>x<li>y</ol>', ['- i. x', '- ii. y']],
    ['of each list inside another', '<ol><li>a<ol type=a><li>b</ol><ul><li>c</ul><li>d</ol>', ['- 1. a', '- a. b', '- c', '- 2. d']],
    ['counted down', '<ol reversed start=2><li>a<li>b</ol>', ['- 2. a', '- 1. b']],
    ['without what is not shown as an item', '<style>.p{display:inline}</style><ol><li class=p>Accueil<li>a</ol>', ['- Accueil', '- 1. a']],
    ['before a title', '<ol><li><h2>Objet</h2>Texte</ol>', ['h2 1. Objet', 'Texte']],
    [
      'nowhere else',
      '<style>.n{list-style:none}</style><nav><ol><li>Accueil</ol></nav><ol class=n><li>a</ol><ol reversed><li>b</ol><ul><li>c</ul><li>d',
      ['- Accueil', '- a', '- b', '- c', '- d'],
    ],
  ])('gives the items of a list their numbers: %s', async (_, page, blocks) => {
    expect(sketch(await documentOf(`<html><body>${page}</body></html>`, 'a.html'))).toEqual(blocks)
  })

  test.each([
    [
      'a caption, apart from the cells',
      '<table><caption>Barème</caption><tr><th>Strate</th><th>Taux</th></tr><tr><td>A</td><td>5</td></tr></table>',
      ['Barème', 'th Strate|Taux/A|5'],
    ],
    ['a caption inside a cell', '<table><tr><td>a<table><caption>Annexe</caption><tr><td>x</td></tr></table></td><td>b</td></tr></table>', ['a\nAnnexe\nx|b']],
    [
      'inserted text without what it replaces',
      '<p>Tarif <del>9</del><ins>12</ins> euros, <s>gratuit</s> <span style="text-decoration: line-through red">8</span></p>',
      ['Tarif 12 euros,'],
    ],
    [
      'exponents and indices',
      '<p>10<sup>3</sup> L, 5 m<sup>2</sup>, CO<sub>2</sub>, 1<sup>er</sup>, 10<span style="vertical-align:super">6</span></p>',
      ['10³ L, 5 m², CO₂, 1er, 10⁶'],
    ],
    ['a formula', '<p>QF = <math><mfrac><mi>R</mi><mrow><mn>12</mn></mrow></mfrac><annotation>R/12</annotation></math> euros</p>', ['QF = R/12 euros']],
    [
      'a formula nested 1,000 deep',
      `<p><math>${'<mfrac><mrow>'.repeat(1_000)}<mn>1</mn>${'</mrow><mn>2</mn></mfrac>'.repeat(1_000)}</math></p>`,
      [`${'('.repeat(999)}1${'/2)'.repeat(999)}/2`],
    ],
    ['quotes and readings', '<p><q>Vu</q> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>', ['« Vu » 漢 (kan)']],
    ['legends and summaries', '<figure><figcaption>Plan</figcaption></figure><details><summary>Plus</summary>Détail</details>', ['Plan', 'Plus', 'Détail']],
    ['the texts of a drawing', '<svg><style>x</style><title>Carte</title><text>Corte</text><text>Calvi</text></svg>', ['Corte Calvi']],
    ['boxes of a script', '<p><i role="checkbox" aria-checked="true"></i>Oui <i role="radio" aria-checked="false"></i>Non</p>', ['☒ Oui ☐ Non']],
    ['boxes of Wingdings', `<p><font face="Wingdings">&#254;</font> Oui <i style="font-family:'Wingdings 2'">&#163;</i> Non</p>`, ['☒ Oui ☐ Non']],
    ['boxes', '<p><input type=checkbox checked>Complet <label><input type="radio"> Non</label></p>', ['☒ Complet ☐ Non']],
    ['typed values', '<p>Nom :<input value="Martin"><input type=hidden value=x><input type=submit value=OK></p>', ['Nom : Martin']],
    ['a typed text, line by line', '<p>Avis :<textarea>un\ndeux</textarea></p>', ['Avis : un\ndeux']],
    ['the chosen option', '<select><optgroup label=A><option>Voirie<option selected>Eau</optgroup></select>', ['Eau']],
    ['the first option where none is chosen', '<select><option>Voirie<option>Eau</select><select multiple><option>Parcs</select>', ['Voirie']],
    ['a button that opens a section, not one that acts', '<h3><button>Horaires</button></h3><button>Fermer</button>', ['h3 Horaires']],
  ])('reads %s', async (_, page, blocks) => {
    expect(await documentOf(`<html><body>${page}</body></html>`, 'a.html').then(sketch)).toEqual(blocks)
  })

  test('names the content of other files that it shows', async () => {
    const document = await documentOf(
      '<html><body><p>Texte</p><iframe src="a"></iframe><iframe width=1 src="b"></iframe><video>x</video></body></html>',
      'a.html',
    )
    expect(document.warnings).toEqual([{ code: 'content_unread', message: 'Contenu non lu : 1 cadre, 1 vidéo.' }])
  })

  test('keeps the columns beside and under merged cells', async () => {
    const rows = ['<th>Service<th>Agent<th>Heures', '<td rowspan="2">Voirie<td>A<td>35', '<td>B<td>28', '<td colspan="2">Total<td>63']
    const page = `<html><table>${rows.map((cells) => `<tr>${cells}</tr>`).join('')}</table></html>`
    expect(sketch(await documentOf(page, 'a.html'))).toEqual(['th Service|Agent|Heures/Voirie|A|35/|B|28/Total||63'])
  })

  test('believes the encoding of the page', async () => {
    const bytes = iconv.encode('<html><head><meta charset="iso-8859-1"></head><body><p>délibération</p></body></html>', 'latin1')
    expect(sketch(await documentOf(bytes, 'a.htm'))).toEqual(['délibération'])
  })

  test('a page saved by Word under .doc is read', async () => {
    expect(sketch(await documentOf('<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><p>compte rendu</p></body></html>', 'a.doc'))).toEqual([
      'compte rendu',
    ])
  })
})

describe('EML', () => {
  const mail = [
    'From: =?utf-8?q?Mairie_de_Cort=C3=A9?= <mairie@exemple.fr>',
    'To: b@exemple.fr',
    'Subject: =?utf-8?b?UsOpdW5pb24=?=',
    'Date: Mon, 05 Feb 2024 09:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'La r=E9union est d=E9plac=E9e.',
    '--B',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="../../ordre.pdf"',
    '',
    'xx',
    '--B--',
    '',
  ].join('\r\n')

  test('gives subject, people, date and text, and names the attachments', async () => {
    const document = await documentOf(mail, 'a.eml')
    expect(sketch(document)).toEqual([
      'h1 Réunion',
      'De : Mairie de Corté <mairie@exemple.fr>\nÀ : b@exemple.fr\nDate : 5 février 2024 à 09:30',
      'La réunion est déplacée.',
    ])
    expect(document.warnings[0]).toMatchObject({ code: 'attachments_ignored', message: expect.stringContaining('ordre.pdf') })
  })

  test.each([
    [1, 'Pièce jointe non lue : 1.pdf.'],
    [6, 'Pièces jointes non lues : 1.pdf, 2.pdf, 3.pdf, 4.pdf, 5.pdf, et 1 autre.'],
    [7, 'Pièces jointes non lues : 1.pdf, 2.pdf, 3.pdf, 4.pdf, 5.pdf, et 2 autres.'],
  ])('says of %d attachments how many are not read', async (count, sentence) => {
    const parts = Array.from({ length: count }, (_, at) =>
      ['--B', 'Content-Type: application/pdf', `Content-Disposition: attachment; filename="${at + 1}.pdf"`, '', 'xx'].join('\r\n'),
    )
    const head = ['Subject: Devis', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="B"', ''].join('\r\n')
    const document = await documentOf([head, ...parts, '--B--', ''].join('\r\n'), 'a.eml')
    expect(document.warnings).toEqual([{ code: 'attachments_ignored', message: sentence }])
  })

  test('reads the messages attached to a mail, and names what they attach', async () => {
    const part = (headers: string[], body: string) => ['--B', ...headers, '', body].join('\r\n')
    const inner = ['From: j@exemple.fr', 'Subject: Subvention', 'Content-Type: text/plain', '', 'La subvention est de 1 500 euros.'].join('\r\n')
    const source = [
      ['Subject: Transfert', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="B"', ''].join('\r\n'),
      part(['Content-Type: text/plain'], 'Voir ci-dessous.'),
      part(['Content-Type: message/rfc822', 'Content-Disposition: attachment'], inner),
      part(['Content-Type: text/calendar'], 'BEGIN:VCALENDAR'),
      part(['Content-Type: application/ms-tnef; name="winmail.dat"', 'Content-Disposition: attachment; filename="winmail.dat"'], 'xx'),
      '--B--',
      '',
    ]
    const document = await documentOf(source.join('\r\n'), 'a.eml')
    expect(sketch(document)).toEqual(['h1 Transfert', 'Voir ci-dessous.', 'h2 Subvention', 'De : j@exemple.fr', 'La subvention est de 1 500 euros.'])
    expect(document.warnings.map(({ message }) => message)).toEqual(['Pièces jointes non lues : invitation, winmail.dat.'])
  })

  test('reads the HTML part of a mail whose plain part only announces it', async () => {
    const parts = [
      '--B',
      'Content-Type: text/plain',
      '',
      'Affichez en HTML.',
      '--B',
      'Content-Type: text/html',
      '',
      `<p>${'Séance du 4 mars. '.repeat(9)}</p>`,
      '--B--',
      '',
    ]
    const head = ['Subject: Avis', 'MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary="B"', '']
    expect(sketch(await documentOf([...head, ...parts].join('\r\n'), 'a.eml'))[1]).toMatch(/^Séance du 4 mars\./)
  })

  test('a text under .eml is not a mail', async () => {
    expect(await failureOfFixture('bonjour\n\nrien d’autre', 'a.eml')).toMatchObject({ code: 'extraction.type_mismatch' })
  })
})

describe('RTF', () => {
  test('decodes fonts and Unicode escapes, keeps headings, tables, pages and notes', async () => {
    const source =
      String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}{\f1\fcharset204 Cyr;}}{\stylesheet{\s1\outlinelevel0 heading 1;}{\s2 Titre 2;}}{\info{\title secret}}` +
      String.raw`{\pard\s1 Budget\par}{\pard\s2 D\'e9pense\par}\pard Texte \u8217?\'9c{\f1 \'c4\'e0}\uc2\u233xx{\*\inconnu cach\'e9}{\footnote note}\par` +
      String.raw`\trowd\intbl A\cell B\cell\row\pard\page suite {\v masqu\'e9}\par}`
    const document = await documentOf(Buffer.from(source, 'latin1'), 'a.rtf')
    expect(sketch(document)).toEqual(['h1 Budget', 'h2 Dépense', 'Texte ’œДаé [note : note]', 'A|B', 'suite'])
    expect(document.pages.map(({ page }) => page)).toEqual([null, null])
    expect(document.warnings.map(({ code }) => code)).toEqual(['hidden_content'])
  })
})

test('a word that is called like a part of every object is only unknown', async () => {
  const rtf = await documentOf(Buffer.from(String.raw`{\rtf1\constructor \toString Bonjour\par}`, 'latin1'), 'a.rtf')
  expect(sketch(rtf)).toEqual(['Bonjour'])
})

describe('XLS', () => {
  test('reads every sheet of a binary workbook', async () => {
    const book = xlsx.utils.book_new()
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Mois', 'Montant', 'Taux'],
      ['janvier', 1234.5, 0.055],
      ['février', 12, 1],
      ['mars', 350_000, -75],
    ])
    const formats = { C2: '0.0%', B4: '#,##0, "k€"', C4: '#,##0 "€";[Red]-#,##0 "€"' }
    for (const [cell, format] of Object.entries(formats)) (sheet[cell] as xlsx.CellObject).z = format
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['vide ?']]), 'Première')
    xlsx.utils.book_append_sheet(book, sheet, 'Récap & synthèse')
    const document = await documentOf(new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer), 'a.xls')
    expect(document.pages.map(({ label }) => label)).toEqual(['Première', 'Récap & synthèse'])
    expect(sketch(document)).toEqual(['vide ?', 'th Mois|Montant|Taux/janvier|1\u202F234,5|5,5 %/février|12|1/mars|350 k€|-75 €'])
  })
})
