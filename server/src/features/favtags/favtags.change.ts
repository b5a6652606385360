/** The parts of favourites that changes of tags use. */
export { insert, listOfTag, remove } from './favtags.repo.ts'
