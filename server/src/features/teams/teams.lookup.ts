/** What other features read of teams. */
export { find, findFirst, findNamed, hold } from './teams.repo.ts'
