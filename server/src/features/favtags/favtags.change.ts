/** What a change of a tag does to the favourites of people. */
export { insert, listOfTag, remove } from './favtags.repo.ts'
