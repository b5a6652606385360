/** What other features read of comments. */
export { type CommentWithAuthor, newestInPages } from './comments.repo.ts'
