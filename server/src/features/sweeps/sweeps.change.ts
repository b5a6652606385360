/** What a merge does to sweeps that have not ended. */
export { redirect } from './sweeps.repo.ts'
