import { defaultRankingWeights, startIndex } from '@parvis/french-search'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Resident memory that an index adds when it is read from its image, in bytes. It is measured in a process of its own, which has loaded nothing before. */
export async function measureImageMemory(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', import.meta.filename, file])
  return Number(stdout)
}

const readImage = async (file: string): Promise<number> => {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const index = startIndex({ weights: defaultRankingWeights, space: { kind: 'terms' } }, () => {})
  await index.restore(file, { space: 'terms' })
  const added = process.memoryUsage().rss - before
  await index.close()
  return added
}

if (import.meta.main) process.stdout.write(`${await readImage(process.argv[2]!)}`)
