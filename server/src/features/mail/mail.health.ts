/** What the checks of an instance ask about e-mail. */
export { findTrouble } from './mail.outbox.repo.ts'
