import { ApiError, Unreachable } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { sentenceOf, useDescribeProblem } from '../../i18n/problem.ts'
import { sessionMessages } from './session.messages.ts'

/** Explains a failed sign-in and what to do. `wrong` is the message for a wrong password. */
export function useSignInProblem(error: Error | null, wrong: string): string | undefined {
  const text = useMessages(sessionMessages)
  const describe = useDescribeProblem()
  if (error === null) return undefined
  if (error instanceof Unreachable) return text.unreachable
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 401) return wrong
  if (error.status === 429) return text.wait(Math.max(1, Math.ceil(error.retryAfter / 60)))
  return sentenceOf(describe(error))
}
