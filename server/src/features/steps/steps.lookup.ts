/** What other features read of steps. */
export { listInPages } from './steps.repo.ts'
