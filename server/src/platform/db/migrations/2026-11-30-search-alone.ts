// The price of search_words keeps the planner on the index of words, but it also made every search look long enough for
// other processes to help: starting them took a hundred times what reading the index does (docs/decisions/0018).
export const searchAlone = {
  id: '2026-11-30-search-alone',
  sql: 'alter function search_words(uuid, text) parallel restricted;',
}
