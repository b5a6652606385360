/** What other features read of steps. */
export { find, listPage } from './steps.repo.ts'
