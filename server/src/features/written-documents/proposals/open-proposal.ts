import { sql } from 'kysely'

/**
 * SQL condition on `written_document_proposal p`: it waits for a decision. Proposals of a reply that another one has replaced wait no longer; they are back
 * when that reply is shown again.
 */
export const openProposalSql = sql<boolean>`(p.state = 'open' and not exists (select 1 from message m where m.id = p.message_id and m.superseded_at is not null))`
