// The declared cost of search_words keeps the planner on the index of words, but it also made searches look long enough for parallel workers: starting
// them took a hundred times longer than reading the index (docs/decisions/0018).
export const searchAlone = {
  id: '2026-11-30-search-alone',
  sql: 'alter function search_words(uuid, text) parallel restricted;',
}
