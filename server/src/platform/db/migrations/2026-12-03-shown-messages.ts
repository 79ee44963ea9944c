// A list of conversations counts the messages of each: in this index alone, where it read each message. Over two million of
// them, the list of a person who has a hundred conversations took fifteen milliseconds from memory, fifty otherwise, and takes three.
export const shownMessages = {
  id: '2026-12-03-shown-messages',
  sql: `create index message_shown on message (conversation_id) where role <> 'system' and superseded_at is null;`,
}
