import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { article, corpusArchive, corpusPack, version } from '../features/corpus/corpus.fixture.ts'
import { openDatabase } from '../platform/db/database.ts'
import { silentLog } from '../platform/log.ts'
import { copyReadyDatabase } from '../testing/databases/ready-database.ts'
import { openFolder } from '../testing/folder.ts'

const script = fileURLToPath(new URL('../corpus.ts', import.meta.url))
const folder = openFolder('ordre-corpus')
const file = (name: string) => path.join(folder, name)
let instances = 0
let dataDir: string
const open = () => openDatabase({ kind: 'embedded', dir: path.join(dataDir, 'base') }, silentLog)

/** Runs the command of `npm run corpus -- …words`, typed in the folder of the test. */
const corpus = (words: readonly string[], instance = dataDir) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], INIT_CWD: folder, PARVIS_DATA_DIR: instance }
    const child = execFile(process.execPath, [script, ...words], { env }, (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }))
  })

const pack = corpusPack([article('L1', [version('v1', '2000-01-01', '2019-12-31'), version('v2', '2020-01-01')])])

beforeAll(() => {
  writeFileSync(file('corpus.json'), JSON.stringify(pack))
  writeFileSync(file('corpus.zip'), corpusArchive(pack))
  writeFileSync(file('dates.json'), JSON.stringify(corpusPack([article('L1', [version('v1', '2020-01-02', '2020-01-01')]), article('L2', [])])))
})

beforeEach(async () => {
  dataDir = file(`data-${(instances += 1)}`)
  await copyReadyDatabase(path.join(dataDir, 'base'), 'migrated')
}, 120_000)

// A command takes six seconds of processor time.
test('the command imports a file into an instance that is stopped, once', { timeout: 240_000 }, async () => {
  const imported = 'Le corpus «\u00a0Corpus d’essai\u00a0» est importé\u00a0: 1\u00a0article, 2\u00a0versions. Il n’est pas signé.\n'
  expect(await corpus(['import', 'corpus.json'])).toEqual({ code: 0, stdout: imported, stderr: '' })
  const again = 'Le corpus «\u00a0Corpus d’essai\u00a0» est déjà installé\u00a0: 1\u00a0article, 2\u00a0versions. Il n’est pas signé.\n'
  expect(await corpus(['import', 'corpus.zip'])).toEqual({ code: 0, stdout: again, stderr: '' })
  const database = await open()
  try {
    const rows = await database.db.selectFrom('corpus_version').select(['pack_id', 'valid_from', 'valid_until', 'text']).orderBy('position').execute()
    expect(rows).toEqual([
      { pack_id: 'v1', valid_from: '2000-01-01', valid_until: '2019-12-31', text: 'Texte v1.' },
      { pack_id: 'v2', valid_from: '2020-01-01', valid_until: null, text: 'Texte v2.' },
    ])
  } finally {
    await database.close()
  }
})

test('a corpus that is refused says all its faults, in French', async () => {
  expect(await corpus(['import', 'dates.json'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `Ce corpus n’est pas valable. CGCT L1\u00a0: les dates de la version «\u00a0v1\u00a0» sont inversées (du 2020-01-02 au 2020-01-01) (et 1\u00a0autre).
  CGCT L1\u00a0: les dates de la version «\u00a0v1\u00a0» sont inversées (du 2020-01-02 au 2020-01-01)
  CGCT L2\u00a0: versions\u00a0: un article a au moins une version
`,
  })
  expect(await corpus(['effacer', 'corpus.json'])).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run corpus -- import FICHIER') })
})

test('an instance that another process has opened is left alone, and where there is none, nothing is made up', async () => {
  const database = await open()
  try {
    expect(await corpus(['import', 'corpus.json'])).toMatchObject({ code: 1, stderr: expect.stringContaining('déjà ouverte par un autre processus') })
  } finally {
    await database.close()
  }
  expect(await corpus(['import', 'corpus.json'], file('nulle-part'))).toMatchObject({ code: 1, stderr: expect.stringContaining('n’existe pas encore') })
})
