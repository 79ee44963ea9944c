import { describe, expect, test } from 'vitest'
import { checkDecisions, checkLinks, checkNamedPaths, checkSettings, checkPictures } from './check-docs.ts'
import { checkFolders, checkSizes, checkSmallFiles, measureSizes, maxFiles } from './check-sizes.ts'
import { checkWords, checkKeys } from './check-texts.ts'

const file = (path: string, text: string) => ({ path, text })

describe('sizes', () => {
  const tall = file('a.ts', 'x\n'.repeat(301))
  const wall = file('b.ts', 'x\n'.repeat(300))

  test('300 lines pass, 301 need a reason, a reason without an object must go', () => {
    expect(checkSizes([tall, wall], [])).toEqual(['a.ts : 301 lignes, le mur est à 300'])
    expect(checkSizes([tall, wall], [{ path: 'a.ts', reason: 'table' }])).toEqual([])
    expect(checkSizes([wall], [{ path: 'b.ts', reason: 'table' }])).toHaveLength(1)
  })

  test('19 lines for one other file need a reason, 20 or a second user do not', () => {
    const short = file('a.ts', 'x\n'.repeat(19))
    const user = (from: string) => ({ from, target: 'a.ts', typeOnly: false })
    const problem = 'a.ts : 19 lignes pour le seul b.ts, le plancher est à 20'
    expect(checkSmallFiles([short], [user('b.ts'), user('b.ts'), user('a.test.ts')], [])).toEqual([problem])
    expect(checkSmallFiles([short], [user('b.ts'), user('c.test.ts')], [])).toEqual([])
    expect(checkSmallFiles([short], [user('contract/src/index.ts')], [])).toEqual([])
    expect(checkSmallFiles([short], [], [])).toEqual([])
    expect(checkSmallFiles([file('a.ts', 'x\n'.repeat(20))], [user('b.ts')], [])).toEqual([])
    expect(checkSmallFiles([short], [user('b.ts')], [{ files: /^a\.ts$/, reason: 'entry' }])).toEqual([])
    expect(checkSmallFiles([short], [], [{ files: /^a\.ts$/, reason: 'entry' }])).toHaveLength(1)
  })

  test('are not too many in a folder, its own folders counted apart', () => {
    const paths = Array.from({ length: maxFiles }, (_, at) => `web/src/ui/${at}.ts`)
    const more = [...paths, 'web/src/ui/more.ts']
    expect(checkFolders([...paths, 'web/src/ui/fields/a.ts'], [])).toEqual([])
    expect(checkFolders(more, [])).toEqual(['web/src/ui : 26 fichiers, pas plus de 25 dans un dossier'])
    expect(checkFolders(more, ['web/src/ui'])).toEqual([])
    expect(checkFolders(paths, ['web/src/ui'])).toHaveLength(1)
    const decisions = more.map((path) => path.replace('web/src/ui', 'docs/decisions'))
    expect(checkFolders(decisions, [])).toEqual([])
  })

  test('median and largest', () => {
    expect(measureSizes([wall, tall, file('c.ts', 'x'), file('d.ts', '')])).toMatchObject({
      files: 4,
      lines: 602,
      median: 300,
      largest: [{ path: 'a.ts' }, { path: 'b.ts' }, { path: 'c.ts' }, { path: 'd.ts' }],
    })
  })
})

describe('words', () => {
  // Split in parts, so that the check does not find this file.
  test.each([
    ['', 'home', 'marie', 'projet'],
    ['', 'root', 'x'],
    ['https:', '', ['registry', 'npmjs', 'org'].join('.')],
  ])('a path of %s %s is found, with its line', (...parts) => {
    expect(checkWords([file('a.md', `un\n« ${parts.join('/')} »`)])).toEqual([expect.stringContaining('a.md:2 :')])
  })

  test.each([
    ['registry', '=', 'https://paquets.interne/'],
    ['C:', '\\', 'Users\\marie'],
    ['"resolved": ', '"https', '://x/y.tgz"'],
  ])('%s%s%s is found', (...parts) => expect(checkWords([file('a.md', parts.join(''))])).toHaveLength(1))

  test('routes and relative paths are not machine paths', () => {
    expect(checkWords([file('a.ts', "'/my-space' '../home/x' 'src/root/x' '/rooted' 'a/work/x' './work/y'")])).toEqual([])
  })
})

describe('documents', () => {
  const whole = '# Titre\n\n## Contexte\n\n## Décision\n\n## Conséquences\n\n## Statut\n'

  test('a decision has its four headings, a number, and a line in the index', () => {
    const index = file('docs/decisions/README.md', '[0001](0001-base.md), [base](base.md)')
    expect(checkDecisions([index, file('docs/decisions/0001-base.md', whole)])).toEqual([])
    expect(checkDecisions([index, file('docs/decisions/0001-base.md', whole.replace('## Statut', 'Statut'))])).toHaveLength(1)
    expect(checkDecisions([index, file('docs/decisions/base.md', whole)])).toHaveLength(1)
    expect(checkDecisions([index, file('docs/decisions/0002-autre.md', whole)])).toEqual(['docs/decisions/README.md : il manque 0002-autre.md'])
    expect(checkDecisions([])).toHaveLength(1)
  })

  test('a setting has its row in the guide, with its default and its description', () => {
    const guide = file('docs/exploitation.md', '| `HOSTNAME` | aucun | Nom. |\n| `PORT` | `3000` | Port. |')
    const port = { name: 'PORT', default: '3000', description: 'Port.' }
    expect(checkSettings([port], [guide])).toEqual([])
    for (const stale of [{ name: 'HOST' }, { default: '' }, { description: 'Port d’écoute.' }])
      expect(checkSettings([{ ...port, ...stale }], [guide])).toHaveLength(1)
    expect(checkSettings([port], [])).toHaveLength(1)
  })

  test('a path between backticks exists, names to come left aside', () => {
    const paths = ['tools/check.ts', 'server/src/app.ts']
    const text = 'Voir `server/src/`, `node tools/check.ts --tout`, `server/src/features/<nom>/routes.ts`, `e2e/*.e2e.ts`, `/srv/parvis`'
    expect(checkNamedPaths([file('CONTRIBUTING.md', text)], paths)).toEqual([])
    expect(checkNamedPaths([file('CONTRIBUTING.md', '`npx vitest run --project unit tools/absent.test.ts` et `server/src/parti.ts`')], paths)).toHaveLength(2)
    expect(checkNamedPaths([file('README.md', '`npx vitest run --project api-embedded --retry 0 e2e/absent.e2e.ts`')], paths)).toHaveLength(1)
  })

  test('a package names its own files from its folder', () => {
    const paths = ['packages/reader/src/port.ts', 'packages/reader/README.md', 'src/other.ts']
    const readme = (text: string) => checkNamedPaths([file('packages/reader/README.md', text)], paths)
    expect(readme('`src/port.ts`, `src`, `packages/reader/src`')).toEqual([])
    expect(readme('`src/other.ts` et `packages/writer/src`')).toEqual([
      'packages/reader/README.md : « src/other.ts » n’existe pas',
      'packages/reader/README.md : « packages/writer/src » n’existe pas',
    ])
  })

  test('a relative link leads somewhere', () => {
    const paths = ['README.md', 'docs/a.md', 'docs/b.md']
    const links = '[a](b.md) [b](../README.md#debut) [c](./) [d](https://x.fr) [e](#ici) [f](mailto:a@b.fr)'
    expect(checkLinks([file('docs/a.md', links)], paths)).toEqual([])
    expect(checkLinks([file('docs/a.md', '[a](c.md)')], paths)).toHaveLength(1)
  })
})

test.each([
  ['2026-11-29', '2026-11-29', 0],
  ['2026-12-31', '2026-11-29', 0],
  ['2027-01-14', '2026-11-29', 1],
  ['2026-10-01', '2026-11-29', 0],
  ['2027-06-01', null, 0],
  [null, '2026-11-29', 0],
])('screens changed on %s, pictures on %s: %i problem', (screens, pictures, count) => expect(checkPictures(screens, pictures)).toHaveLength(count))

const problems = (path: string, text: string) => checkKeys([{ path, text }])

test('a key comes from a call, and so does what is asked again', () => {
  const screen = 'web/src/features/projects/use-projects.ts'
  expect(problems(screen, 'useQuery(q(routes.projects.list))')).toEqual([])
  expect(problems(screen, "queryKey: [...keyOf(routes.documents.text), 'x']")).toEqual([])
  expect(problems(screen, "useQuery({\n  queryKey: ['projects'],")).toEqual([
    `${screen}:2 : clé écrite à la main (q, keyOf, invalidate de web/src/api/queries.ts)`,
  ])
  expect(problems(screen, 'void cache.invalidateQueries({ queryKey: key })')).toHaveLength(1)
  expect(problems('web/src/api/query-functions.ts', 'cache.invalidateQueries({})')).toEqual([])
})
