import { routes } from '@parvis/contract'
import type { ApiClient } from './api.ts'

/**
 * Waits until the library stops growing and each document is processed, demonstration documents included.
 * @throws after two minutes
 */
export async function waitUntilIndexed(api: ApiClient): Promise<void> {
  const end = Date.now() + 120_000
  let before = 0
  for (;;) {
    const { documents } = await api(routes.documents.list, { query: {} })
    const left = documents.filter(({ state }) => state !== 'indexe' && state !== 'echec').length
    if (left === 0 && before > 0 && documents.length === before) return
    if (Date.now() > end) throw new Error(`${left} of ${documents.length} documents were not read within two minutes`)
    before = documents.length
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
