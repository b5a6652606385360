/** What other features read of links. */
export {
  type EndRow,
  type LinkedRow,
  listEnds,
  listOpenTargets,
  listSources,
  listTargets,
  MOST_LOOKED_AT,
  MOST_TOLD,
} from './links.repo.ts'
