/** What other features read of files. */
export { bytesOfAll, bytesOfTeam, bytesOfTeams, listPage } from './uploads.repo.ts'
