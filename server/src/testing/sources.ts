import type { Source } from '@parvis/contract'
import type { OpenReply } from './reply-client.ts'

/** Returns a source with default fields. */
export function sourceOf(fields: Pick<Source, 'number' | 'extract'> & Partial<Source>): Source {
  return { document_id: 'a', document: 'a.pdf', page: fields.number, section: null, score: 1, ...fields }
}

/** Lists the sources in all `sources` events of a reply. */
export const sourcesOf = ({ events }: OpenReply): Source[] => events.flatMap((event) => (event.type === 'sources' ? event.sources : []))
