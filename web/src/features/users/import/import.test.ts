import type { ImportOutcome } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/transport/api-error.ts'
import { beginRun, runImport, nextBatch, finalRows, rowsPerCall, applyAnswers, type ImportRunDeps } from './import-run.ts'
import { countOutcomes, doneSentence, plannedSentence, reportOf, templateFile } from './import-words.ts'

const row = (line: number, changes: Partial<ImportOutcome> = {}): ImportOutcome => ({
  line,
  status: 'created',
  email: `a${line}@x.fr`,
  username: `a${line}`,
  first_name: '',
  last_name: '',
  teams: [],
  reason: null,
  ...changes,
})

const none = { created: 0, joined: 0, existing: 0, refused: 0, unanswered: 0, unsent: 0 }

describe('an import', () => {
  const planned = [
    row(2, { status: 'refused', reason: 'Non' }),
    ...Array.from({ length: rowsPerCall + 3 }, (_, at) => row(3 + at)),
    row(90, { status: 'existing' }),
  ]

  it('sends what is to be created, some rows at a time, and keeps what it was answered', () => {
    let run = beginRun(planned)
    const lots: number[] = []
    while (run.remaining.length > 0) {
      const lot = nextBatch(run)
      lots.push(lot.length)
      const answer = lot.map(({ line }) => row(line, { status: line === 5 ? 'existing' : 'created', password: 'p' }))
      run = applyAnswers(run, answer, false)
    }
    expect(lots).toEqual([rowsPerCall, 3])
    expect(countOutcomes(finalRows(run))).toEqual({ ...none, created: rowsPerCall + 2, existing: 2, refused: 1, unanswered: 0, unsent: 0 })
    expect(finalRows(run).filter(({ reason }) => reason !== null)).toHaveLength(1)
    expect(run.rows.map(({ line }) => line)).toEqual(planned.map(({ line }) => line))
  })

  it('that stopped says which rows have no account, and goes on from there', () => {
    const begun = beginRun(planned)
    const stopped = applyAnswers(begun, nextBatch(begun), true)
    const outcomes = finalRows(stopped)
    expect(outcomes.filter(({ reason }) => reason?.startsWith('Pas encore envoyée')).map(({ line }) => line)).toEqual([28, 29, 30])
    expect(countOutcomes(outcomes)).toEqual({ ...none, created: rowsPerCall, existing: 1, refused: 1, unanswered: 0, unsent: 3 })
    expect(nextBatch(stopped).map(({ line }) => line)).toEqual([28, 29, 30])
  })

  const deps = (changes: Partial<ImportRunDeps>): ImportRunDeps => ({
    send: async (rows) => rows.map((one) => row(one.line, { password: 'p' })),
    invite: false,
    isAborted: () => false,
    onProgress: () => undefined,
    ...changes,
  })

  it('makes nothing more once nobody is there to read the passwords', async () => {
    let sent = 0
    const send: ImportRunDeps['send'] = async (rows) => {
      sent += 1
      return rows.map((one) => row(one.line, { password: 'p' }))
    }
    const { run } = await runImport(beginRun(planned), deps({ send, isAborted: () => sent > 0 }))
    expect([sent, run.remaining.length]).toEqual([1, 3])
  })

  it.each([new ApiError(0), new ApiError(502), new ApiError(504, { code: 'server.busy' as never }), new SyntaxError('JSON')])(
    'a lot whose answer is lost is in doubt, and its accounts found later say that their password is lost (%s)',
    async (failure) => {
      const cut = await runImport(beginRun(planned), deps({ send: async () => Promise.reject(failure) }))
      expect(cut.error).toBe(failure)
      expect(countOutcomes(finalRows(cut.run))).toEqual({ ...none, existing: 1, refused: 1, unanswered: rowsPerCall, unsent: 3 })
      expect(finalRows(cut.run)[1]!.reason).toMatch(/^Envoyée, mais la réponse s’est perdue/)
      const asExisting: ImportRunDeps['send'] = async (rows) => rows.map((one) => row(one.line, one.line === 3 ? {} : { status: 'existing' }))
      const resumed = finalRows((await runImport(cut.run, deps({ send: asExisting }))).run)
      expect(resumed[1]).toMatchObject({ status: 'created', reason: null })
      expect(resumed.filter(({ reason }) => reason?.includes('réinitialisez son mot de passe'))).toHaveLength(rowsPerCall - 1)
      // These accounts existed before: their rows were never sent.
      expect(resumed.slice(-4).map(({ reason }) => reason)).toEqual([null, null, null, null])
      const invited = finalRows((await runImport(cut.run, deps({ send: asExisting, invite: true }))).run)
      expect(invited[2]!.reason).toBe('Créé sans doute par un envoi dont la réponse s’est perdue')
    },
  )

  it('sends the services of existing accounts, which no lost answer makes new', async () => {
    const begun = beginRun([row(2, { status: 'joined', teams: ['Voirie', 'Eau'] }), row(3, { status: 'existing' })])
    const cut = (await runImport(begun, deps({ send: async () => Promise.reject(new ApiError(0)) }))).run
    const sent: string[] = []
    const send: ImportRunDeps['send'] = async (rows) => rows.map(({ line, teams }) => (sent.push(teams), row(line, { status: 'existing' })))
    expect(finalRows((await runImport(cut, deps({ send }))).run)[0]).toMatchObject({ status: 'existing', reason: null })
    expect(sent).toEqual(['Voirie | Eau'])
  })

  it('a lot that the server refuses is in no doubt: nothing of it is made', async () => {
    const refusal = new ApiError(429, { code: 'request.too_many' as never })
    const { run } = await runImport(beginRun(planned), deps({ send: async () => Promise.reject(refusal) }))
    expect(countOutcomes(finalRows(run))).toEqual({ ...none, existing: 1, refused: 1, unanswered: 0, unsent: rowsPerCall + 3 })
  })
})

describe('the words', () => {
  it('count what will be, and what was', () => {
    expect(plannedSentence({ ...none, created: 12, existing: 3, refused: 1 })).toBe('12\u00a0comptes à créer, 3\u00a0déjà présents, 1\u00a0ligne refusée.')
    expect(plannedSentence({ ...none, existing: 1 })).toBe('0\u00a0compte à créer, 1\u00a0déjà présent.')
    expect(doneSentence({ ...none, created: 25, unanswered: 25, unsent: 1 })).toBe(
      '25\u00a0comptes créés, 25\u00a0lignes sans réponse, 1\u00a0ligne non envoyée.',
    )
    expect(plannedSentence({ ...none, joined: 2 })).toBe('0\u00a0compte à créer, 2\u00a0déjà présents à mettre dans un service.')
    expect(doneSentence({ ...none, created: 2, refused: 2 })).toBe('2\u00a0comptes créés, 2\u00a0lignes refusées.')
  })

  it('of the report are those of a spreadsheet, and name a password only where there is one', () => {
    const rows = [row(2, { first_name: '=cmd()', teams: ['Voirie', 'Eau'] }), row(3, { status: 'refused', reason: 'Doublon ; ligne 2' })]
    expect(reportOf(rows)).toBe(
      `\ufeffLigne;Résultat;Motif;Adresse e-mail;Nom d’utilisateur;Prénom;Nom;Services\r\n2;Créé;;a2@x.fr;a2;'=cmd();;Voirie | Eau\r\n3;Refusé;"Doublon ; ligne 2";a3@x.fr;a3;;;\r\n`,
    )
    const [head, ...lines] = reportOf([row(2, { password: 'abcde-fghij' }), rows[1]!]).split('\r\n')
    expect(head).toMatch(/;Mot de passe provisoire$/)
    expect(lines.slice(0, 2)).toEqual(['2;Créé;;a2@x.fr;a2;;;;abcde-fghij', '3;Refusé;"Doublon ; ligne 2";a3@x.fr;a3;;;;'])
    expect(templateFile()).toBe('\ufeffNom;Prénom;Adresse e-mail;Nom d’utilisateur;Service\r\n')
  })
})
