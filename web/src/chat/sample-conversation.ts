import type { Conversation } from '@parvis/contract'

/** Fixture of the tests and the component gallery: a conversation without assistant, project or library. */
export const sampleConversation: Conversation = {
  id: 'c',
  title: 'Note',
  assistant_id: null,
  assistant_name: null,
  assistant_category: null,
  project_id: null,
  project_name: null,
  library: null,
  documents: [],
  document_search: false,
  prompt_id: null,
  pinned: false,
  archived: false,
  message_count: 2,
  created_at: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
}
