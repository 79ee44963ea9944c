/** Runs one step and prints its name, then its duration; a text that it returns is printed below. */
export async function sayStep<T>(name: string, run: () => Promise<T>): Promise<T> {
  process.stdout.write(`• ${name}… `)
  const startedAt = performance.now()
  try {
    const result = await run()
    process.stdout.write(`fait (${((performance.now() - startedAt) / 1_000).toFixed(1).replace('.', ',')} s)\n`)
    if (typeof result === 'string' && result.includes(' ')) sayDetail(result)
    return result
  } catch (error) {
    process.stdout.write('échec\n')
    throw new Error(`${name}\u00a0: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

export const sayDetail = (text: string): void => void process.stdout.write(`    ${text}\n`)

export function requireEqual(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got !== wanted) throw new Error(`attendu ${wanted}, reçu ${got}`)
}
