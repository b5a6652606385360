/** The parts of sweeps that a merge of tags uses. */
export { redirect } from './sweeps.repo.ts'
