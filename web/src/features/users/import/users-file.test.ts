import { csvLine, byteOrderMark, importLimits } from '@parvis/contract'
import { describe, expect, it, test } from 'vitest'
import { fileRefusals, readUsersFile, type UsersFile } from './users-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const ansi = (text: string) => Uint8Array.from([...text].map((letter) => (letter === '’' ? 0x92 : letter === '€' ? 0x80 : letter.codePointAt(0)!)))
const utf16 = (text: string) => new Uint8Array(new Uint16Array([0xfeff, ...[...text].map((letter) => letter.charCodeAt(0))]).buffer)
const rowsOf = (file: UsersFile) => ('rows' in file ? file.rows : file.refusal)

const noemie = { line: 2, email: 'n.leger@mairie.fr', username: '', first_name: 'Noémie', last_name: 'LÉGER', teams: '' }
const sheet = 'Nom;Prénom;Adresse e-mail;Service\r\nLÉGER;Noémie;n.leger@mairie.fr;État civil\r\n'

describe('what spreadsheets save', () => {
  test.each([
    ['UTF-8', utf8(sheet)],
    ['UTF-8 with its mark', utf8(`\ufeff${sheet}`)],
    ['Windows-1252', ansi(sheet)],
    ['UTF-16, with tabs', utf16(sheet.replaceAll(';', '\t'))],
    ['commas', utf8(sheet.replaceAll(';', ','))],
    ['the separator declared', utf8(`sep=;\r\n${sheet}`)],
    ['lines of Unix', utf8(sheet.replaceAll('\r\n', '\n'))],
    ['quotes around everything', utf8('"Nom";"Prénom";"Adresse e-mail";"Service"\r\n"LÉGER";"Noémie";"n.leger@mairie.fr";"État civil"\r\n')],
  ])('%s', (_, bytes) => expect(readUsersFile(bytes)).toEqual({ rows: [{ ...noemie, teams: 'État civil' }], ignored: [] }))

  it('reads several services of one person, the column « Service » before that of a wider unit', () => {
    const text = 'Direction;Mail;Service;Téléphone\nDGS;a@x.fr;"Voirie\nPropreté";02\nDGS;b@x.fr;Parcs | Eau;02\n'
    expect(readUsersFile(utf8(text))).toMatchObject({ rows: [{ teams: 'Voirie | Propreté' }, { teams: 'Parcs | Eau' }], ignored: ['Direction', 'Téléphone'] })
    expect(rowsOf(readUsersFile(utf8('Mail;Affectation\na@x.fr;Accueil\n')))).toMatchObject([{ teams: 'Accueil' }])
  })

  it('in any order, under the names that people give', () => {
    for (const head of ['Courriel;PRENOM;Nom de famille;Identifiant', 'E-MAIL ; prénom ; NOM ; Nom d’utilisateur', 'mail;First name;Last name;login'])
      expect(rowsOf(readUsersFile(utf8(`${head}\nn.leger@mairie.fr;Noémie;LÉGER;nleger`)))).toEqual([{ ...noemie, username: 'nleger' }])
  })

  it('under a title, with blank rows: a row keeps the number that the spreadsheet shows', () => {
    const text = `Liste des agents;;\r\n\r\nNom;Prénom;Mail\r\n;;\r\nLÉGER;Noémie;n.leger@mairie.fr\r\n\r\n"Petit\r\ndit Le Grand";"dit ""Jo""";j@x.fr\r\n`
    const rows = rowsOf(readUsersFile(utf8(text))) as { line: number; last_name: string; first_name: string }[]
    expect(rows.map(({ line }) => line)).toEqual([5, 7])
    expect(rows[1]).toMatchObject({ last_name: 'Petit dit Le Grand', first_name: 'dit "Jo"' })
  })

  it('with what cannot be seen, a protected cell, a link and an endless cell', () => {
    const text = byteOrderMark + csvLine(['Nom', 'Mail']) + csvLine(['-Jean', ' mailto:\u200ba@x.fr\u00a0']) + csvLine(['x'.repeat(2_000), 'b@x.fr'])
    const rows = rowsOf(readUsersFile(utf8(text))) as { email: string; last_name: string }[]
    expect(rows.map(({ email }) => email)).toEqual(['a@x.fr', 'b@x.fr'])
    expect(rows.map(({ last_name }) => last_name.length)).toEqual([5, importLimits.cell])
  })
})

describe('what cannot be read', () => {
  test.each([
    ['a workbook', Uint8Array.from([0x50, 0x4b, 3, 4]), fileRefusals.workbook],
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), fileRefusals.workbook],
    ['nothing', utf8(''), fileRefusals.noColumn],
    ['no title', utf8('LÉGER;Noémie;n.leger@mairie.fr'), fileRefusals.noColumn],
    ['titles alone', utf8('Nom;Mail\r\n;\r\n'), fileRefusals.noRow],
    ['too much', new Uint8Array(importLimits.bytes + 1), fileRefusals.tooLarge],
    ['too many rows', utf8(`Mail\n${'a@x.fr\n'.repeat(importLimits.rows + 1)}`), fileRefusals.tooMany(importLimits.rows + 1)],
    ['a quote that nothing closes', utf8('Nom;Mail\na;a@x.fr\n"Ti Jean;b@x.fr\nc;c@x.fr\n'), fileRefusals.openQuote(3)],
    ['a quote that the next one closes', utf8('Nom;Mail\n"Ti Jean;a@x.fr\nb;b@x.fr\n"Le Goff";c@x.fr\nd;d@x.fr\n'), fileRefusals.openQuote(2)],
    ['a quote on the last row', utf8('Nom;Mail\na;a@x.fr\nb;"b@x.fr'), fileRefusals.openQuote(3)],
    ['a picture', Uint8Array.from({ length: 300 }, (_, at) => (at * 37) % 256), fileRefusals.noColumn],
  ])('%s is refused with a sentence', (_, bytes, refusal) => expect(readUsersFile(bytes)).toEqual({ refusal }))

  it('quotes inside a cell that ends on its row are read', () => {
    expect(rowsOf(readUsersFile(utf8('Nom;Mail\nLe "Ti" Jean;a@x.fr\n"Le "Ti" Jean";b@x.fr\n')))).toMatchObject([
      { line: 2, last_name: 'Le "Ti" Jean', email: 'a@x.fr' },
      { line: 3, last_name: 'Le "Ti" Jean', email: 'b@x.fr' },
    ])
  })

  it('a thousand rows are read', () => {
    expect(rowsOf(readUsersFile(utf8(`Mail\n${'a@x.fr\n'.repeat(importLimits.rows)}`)))).toHaveLength(importLimits.rows)
  })
})
