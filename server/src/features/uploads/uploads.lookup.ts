/** What other features read of files. */
export { bytesOfAll, bytesOfTeam, bytesOfTeams, firstPictures, listInPages, listPage } from './uploads.repo.ts'
