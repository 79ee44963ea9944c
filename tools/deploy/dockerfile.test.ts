import { routes } from '@parvis/contract'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../../server/src/platform/config/settings.ts'
import { readImports } from '../checks/check-imports.ts'
import { serverEnv, serverOptions, serverScript } from '../launch/server.mjs'
import { listPaths, readFiles, repositoryRoot } from '../source-files.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const text = read('Dockerfile')
const file = DockerfileParser.parse(text)
const instructions = file.getInstructions().map((one) => ({ keyword: one.getKeyword(), text: one.getArgumentsContent() ?? '' }))
const of = (keyword: string) => instructions.filter((one) => one.keyword === keyword).map((one) => one.text)
/** Instructions of the final image, without those of the build stage of the pages. */
const last = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'))

/** Sources and destination of each COPY from the repository. */
const copies = file
  .getCOPYs()
  .filter((copy) => copy.getFromFlag() === null)
  .map((copy) => copy.getArguments().map((argument) => argument.getValue()))
const variables = of('ENV')
  .flatMap((words) => words.split(/\s+/))
  .map((word) => word.split('=') as [string, string])

test('the Dockerfile is well formed', () => expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]))

test('the images are pinned, to the Node of package.json', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
  const images = file.getFROMs().map((from) => from.getImage())
  expect(images.length).toBeGreaterThan(0)
  expect([...new Set(images)]).toEqual([`node:${devDependencies['node']}-bookworm-slim`])
})

test('it does not run as root, adds nothing from elsewhere, runs no script of a package', () => {
  expect(last.findLast(({ keyword }) => keyword === 'USER')?.text).toBe('node')
  expect(last.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(last.findLastIndex(({ keyword }) => keyword === 'RUN' || keyword === 'COPY'))
  expect(of('ADD')).toEqual([])
  const runs = of('RUN').join('\n')
  for (const word of ['curl', 'wget', 'sudo', 'apt', 'http:', 'https:']) expect(runs).not.toContain(word)
  const installs = [...runs.matchAll(/npm (ci|install)\b[^\n&]*/g)].map(([command]) => command)
  expect(installs).toHaveLength(2)
  for (const command of installs) expect(command).toMatch(/^npm ci --ignore-scripts/)
})

test('no secret is in it: neither given, nor copied', () => {
  expect(of('ARG')).toEqual([])
  expect(variables.filter(([name]) => /secret|password|passwd|token|key/i.test(name))).toEqual([])
  const ignore = read('.dockerignore').split('\n')
  expect(ignore.find((line) => !line.startsWith('#'))).toBe('*')
  expect(ignore).toEqual(expect.arrayContaining(['**/node_modules', '**/.env*']))
  const letIn = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  for (const path of letIn) expect([path, existsSync(join(repositoryRoot, path)), /^(\.git|\.env|data|artifacts)/.test(path)]).toEqual([path, true, false])
  const sources = copies.flatMap((words) => words.slice(0, -1))
  expect(sources.length).toBeGreaterThan(10)
  for (const source of sources) {
    expect([source, existsSync(join(repositoryRoot, source))]).toEqual([source, true])
    expect([source, letIn.some((path) => source === path || source.startsWith(`${path}/`))]).toEqual([source, true])
  }
})

test('the image holds all that the server imports', () => {
  const held = last.filter(({ keyword }) => keyword === 'COPY').flatMap(({ text: words }) => words.split(/\s+/).slice(0, -1))
  const code = readFiles(/^(server|seed|contract|packages)\/.*\.ts$/).filter(({ path }) => !/\.(api\.)?test\.ts$|\/testing\/|fixture/.test(path))
  const targets = new Set(readImports(code).map(({ target }) => target))
  const inRepository = [...targets].filter((target) => /^(\.\.\/)?(bench|e2e|seed|tools|web|server|contract|packages)\//.test(target))
  expect(inRepository.length).toBeGreaterThan(100)
  expect(inRepository.filter((target) => !held.some((folder) => target.startsWith(`${folder}/`)))).toEqual([])
  // npm workspaces link the packages of the project.
  const workspaces = (JSON.parse(read('package.json')) as { workspaces: string[] }).workspaces
  for (const folder of workspaces) expect(copies.map(([source]) => source)).toContain(`${folder}/package.json`)
  expect(listPaths().filter((path) => path.startsWith('seed/')).length).toBeGreaterThan(0)
})

test('the settings it gives exist; it listens where it says, starts as npm start does, and is watched', () => {
  const known: string[] = settings.map(({ name }) => name)
  expect(variables.map(([name]) => name).filter((name) => name !== 'NODE_ENV' && !known.includes(name))).toEqual([
    ...Object.keys(serverEnv),
    'NODE_COMPILE_CACHE',
  ])
  const given = Object.fromEntries(variables)
  expect(given).toMatchObject(serverEnv)
  expect(given['PORT']).toBe(settings.find(({ name }) => name === 'PORT')!.default)
  expect(of('EXPOSE')).toEqual([given['PORT']])
  expect(JSON.parse(of('VOLUME')[0]!)).toContain(given['PARVIS_DATA_DIR'])
  expect(JSON.parse(of('CMD')[0]!)).toEqual(['node', ...serverOptions, serverScript])
  expect(of('HEALTHCHECK')[0]).toContain(`\${process.env.PORT}/api${routes.instance.health.path}\``)
})

test('tests, benches and what serves them stay out, and nothing that runs asks for one of them', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('**/'))
  const isOut = (path: string) => patterns.some((pattern) => posix.matchesGlob(path, pattern) || posix.matchesGlob(path, `${pattern}/**`))
  const code = readFiles(/^(server|seed|contract|packages|web\/src)\/.*\.tsx?$/)
  const out = code.filter(({ path }) => isOut(path)).map(({ path }) => path)
  expect(out.length).toBeGreaterThan(300)
  expect(code.filter(({ path }) => /\.(test|fixture)\.tsx?$|\/(testing|bench)\//.test(path) && !isOut(path)).map(({ path }) => path)).toEqual([])
  const running = code.filter(({ path }) => !isOut(path))
  expect(readImports(running).filter(({ target }) => isOut(target) || /^@parvis\/.*\/(bench|.*fixtures)$/.test(target))).toEqual([])
})
