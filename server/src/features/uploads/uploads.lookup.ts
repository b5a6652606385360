/** What other features read of files. */
export { bytesOfAll, bytesOfTeam, bytesOfTeams, firstPictures, listPage } from './uploads.repo.ts'
