import type { Source } from '@parvis/contract'
import type { OpenReply } from './reply-client.ts'

/** A source of an answer, by what a test looks at. */
export function sourceOf(told: Pick<Source, 'number' | 'extract'> & Partial<Source>): Source {
  return { document_id: 'a', document: 'a.pdf', page: told.number, section: null, score: 1, ...told }
}

/** Every source that a reply told, each time that it did. */
export const sourcesOf = ({ events }: OpenReply): Source[] => events.flatMap((event) => (event.type === 'sources' ? event.sources : []))
