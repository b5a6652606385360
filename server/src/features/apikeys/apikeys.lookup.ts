/** What others read of API keys. */
export { hold } from './apikeys.repo.ts'
