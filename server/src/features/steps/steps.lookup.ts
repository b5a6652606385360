/** What other features read of steps. */
export { listInPages, listPage } from './steps.repo.ts'
