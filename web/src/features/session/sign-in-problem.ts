import { ApiError, Unreachable } from '../../api/client.ts'
import type { sessionTexts } from './session.text.ts'

/** Why signing in did not work, as a sentence that says what to do. */
export function signInProblem(
  error: Error | null,
  text: (typeof sessionTexts)['en'],
  wrong: string,
): string | undefined {
  if (error === null) return undefined
  if (error instanceof Unreachable) return text.unreachable
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 401) return wrong
  if (error.status === 429) return text.wait(Math.max(1, Math.ceil(error.retryAfter / 60)))
  return error.message
}
