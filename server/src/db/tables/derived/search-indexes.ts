/** The search indexes: tables of each engine's own kind, which no query builder reads. A restore makes them anew. */
export const SEARCH_INDEXES = [
  ...(['people_search', 'entity_search', 'entity_search_grams'] as const),
  ...(['entity_search_comments', 'entity_search_files'] as const),
] as const
