import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const example = fileURLToPath(new URL('../example.ts', import.meta.url))
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'example-'))))
afterAll(() => rm(folder, { recursive: true }))

const rules = `# Congés
Les congés annuels sont posés avant le 31 mars, sous réserve des nécessités de service.
# Télétravail
Le télétravail est limité à trois jours par semaine.
# Cantine
La cantine est ouverte de midi à quatorze heures.`

test('the example of the README finds what answers a question told with its story, and says when nothing does', async () => {
  const path = join(folder, 'reglement.txt')
  await writeFile(path, rules)
  const ask = async (question: string) => (await promisify(execFile)(process.execPath, [example, path, question])).stdout
  const told = 'Bonjour, je travaille à la mairie avec Mme Martin, qui voudrait rester chez elle. Combien de jours de télétravail par semaine ? Merci !'
  expect(await ask(told)).toMatch(/^\d\.\d\d {2}.*télétravail est limité à trois jours/)
  expect(await ask('Quel est le prix du permis de construire ?')).toBe('Rien n’y répond.\n')
}, 60_000)
