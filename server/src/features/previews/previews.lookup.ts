/** What other features read of previews. */
export { findThumbnail, findWords, previewsOf } from './previews.repo.ts'
