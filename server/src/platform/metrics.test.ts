import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const replies = { running: () => 2 }

test('a base that is away takes no metric with it but those that it would have given, which are then absent', async () => {
  const metrics = createMetrics()
  let isAway = false
  const unless = async <T>(answer: T): Promise<T> => {
    if (isAway) throw new Error('away')
    return answer
  }
  metrics.watch({
    replies,
    vectors: () => unless({ documents: 5, waiting: 1 }),
    searchEngine: () => unless({ serving: 'interne', is_filling: true }),
    queue: () => unless([{ kind: 'index_document', state: 'waiting', count: 3 }]),
    areFilesUp: async () => true,
  })
  const whole = await metrics.text()
  expect(whole).toContain('parvis_embeddings_documents{state="whole"} 4')
  expect(whole).toContain('parvis_search_engine{engine="interne"} 1\nparvis_search_engine{engine="postgresql"} 0.5')
  expect(whole).toContain('parvis_jobs{kind="index_document",state="waiting"} 3')
  isAway = true
  const rest = await metrics.text()
  expect(rest).toContain('\nparvis_replies_running 2\n')
  expect(rest).not.toMatch(/^parvis_(embeddings_documents|search_engine|jobs)\{/m)
})
