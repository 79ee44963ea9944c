import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareInThread } from './thread/compare-in-thread.ts'

const example = fileURLToPath(new URL('../example.ts', import.meta.url))
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'example-'))))
afterAll(() => rm(folder, { recursive: true }))

test('the example of the README shows the figures, then the words that changed', async () => {
  const [before, after] = [join(folder, 'ancien.txt'), join(folder, 'nouveau.txt')]
  await writeFile(before, "# Article 1 – Durée\nLe préavis est de deux mois.\nLe maire signe l'acte.")
  await writeFile(after, '# ARTICLE 1 — DURÉE\nLe préavis est de trois mois.\nLe maire signe l’acte.\nUne copie est remise.')
  const show = async (...paths: string[]) => (await promisify(execFile)(process.execPath, [example, ...paths])).stdout
  expect(await show(before, after)).toBe(
    'deux mois → trois mois  (Le préavis est de […] mois)\nModifié : Le préavis est de [-deux-]{+trois+} mois.\nAjouté : Une copie est remise.\n',
  )
  expect(await show(before, before)).toBe('Aucun changement de fond.\n')
}, 60_000)

test('a comparison runs in its thread, and ends when it is aborted', async () => {
  const document = (text: string) => ({ pages: [{ page: 3, blocks: [{ kind: 'paragraph' as const, text }] }] })
  const compared = await compareInThread(document('Un prêt de 5 jours.'), document('Un prêt de 7 jours.'), AbortSignal.timeout(30_000))
  expect(compared).toMatchObject({ changes: [{ kind: 'changed', before: { page: 3 } }], figures: [{ before: '5', after: '7' }] })
  const stop = new AbortController()
  const long = document('Un mot. '.repeat(200_000))
  const aborted = compareInThread(long, document('Autre mot. '.repeat(200_000)), stop.signal)
  stop.abort(new Error('left'))
  await expect(aborted).rejects.toThrow('left')
  await expect(compareInThread(long, long, stop.signal)).rejects.toThrow('left')
}, 60_000)
