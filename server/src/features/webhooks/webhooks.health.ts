/** What the checks of an instance ask about webhooks. */
export { countByState } from './webhooks.repo.ts'
