/** The search indexes: engine-specific tables that the query builder does not read. A restore rebuilds them. */
export const SEARCH_INDEXES = [
  ...(['people_search', 'entity_search', 'entity_search_grams'] as const),
  ...(['entity_search_comments', 'entity_search_files'] as const),
] as const
