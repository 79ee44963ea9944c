import type { ImportOutcome } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { beginRun, nextLot, outcomesOf, rowsPerCall, settle } from './import-run.ts'
import { countOutcomes, doneSentence, plannedSentence, reportOf, templateFile } from './import-words.ts'

const row = (line: number, changes: Partial<ImportOutcome> = {}): ImportOutcome => ({
  line,
  status: 'created',
  email: `a${line}@x.fr`,
  username: `a${line}`,
  first_name: '',
  last_name: '',
  reason: null,
  ...changes,
})

describe('an import', () => {
  const planned = [
    row(2, { status: 'refused', reason: 'Non' }),
    ...Array.from({ length: rowsPerCall + 3 }, (_, at) => row(3 + at)),
    row(90, { status: 'existing' }),
  ]

  it('sends what is to be created, some rows at a time, and keeps what it was answered', () => {
    let run = beginRun(planned)
    const lots: number[] = []
    while (run.left.length > 0) {
      const lot = nextLot(run)
      lots.push(lot.length)
      run = settle(
        run,
        lot.map((one) => ({ ...one, status: one.line === 5 ? 'existing' : 'created', password: 'p' })),
      )
    }
    expect(lots).toEqual([rowsPerCall, 3])
    expect(countOutcomes(outcomesOf(run))).toEqual({ created: rowsPerCall + 2, existing: 2, refused: 1 })
    expect(run.rows.map(({ line }) => line)).toEqual(planned.map(({ line }) => line))
  })

  it('that stopped says which rows have no account, and goes on from there', () => {
    const begun = beginRun(planned)
    const stopped = settle(begun, nextLot(begun))
    const outcomes = outcomesOf(stopped)
    expect(outcomes.filter(({ reason }) => reason?.startsWith('Pas encore envoyée')).map(({ line }) => line)).toEqual([28, 29, 30])
    expect(nextLot(stopped).map(({ line }) => line)).toEqual([28, 29, 30])
  })
})

describe('the words', () => {
  it('count what will be, and what was', () => {
    expect(plannedSentence({ created: 12, existing: 3, refused: 1 })).toBe('12\u00a0comptes à créer, 3\u00a0déjà présents, 1\u00a0ligne refusée.')
    expect(plannedSentence({ created: 0, existing: 1, refused: 0 })).toBe('0\u00a0compte à créer, 1\u00a0déjà présent.')
    expect(doneSentence({ created: 2, existing: 0, refused: 2 })).toBe('2\u00a0comptes créés, 2\u00a0lignes refusées.')
  })

  it('of the report are those of a spreadsheet, and name a password only where there is one', () => {
    const rows = [row(2, { first_name: '=cmd()' }), row(3, { status: 'refused', reason: 'Doublon ; ligne 2' })]
    expect(reportOf(rows)).toBe(
      `\ufeffLigne;Résultat;Motif;Adresse e-mail;Nom d’utilisateur;Prénom;Nom\r\n2;Créé;;a2@x.fr;a2;'=cmd();\r\n3;Refusé;"Doublon ; ligne 2";a3@x.fr;a3;;\r\n`,
    )
    expect(
      reportOf([row(2, { password: 'abcde-fghij' }), rows[1]!])
        .split('\r\n')
        .slice(0, 3),
    ).toEqual([expect.stringMatching(/;Mot de passe provisoire$/), '2;Créé;;a2@x.fr;a2;;;abcde-fghij', '3;Refusé;"Doublon ; ligne 2";a3@x.fr;a3;;;'])
    expect(templateFile()).toBe('\ufeffNom;Prénom;Adresse e-mail;Nom d’utilisateur\r\n')
  })
})
