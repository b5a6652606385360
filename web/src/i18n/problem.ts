import { useCallback } from 'react'
import { ApiError, Unreachable } from '../api/client.ts'
import type { Refused } from '../api/refused.ts'
import type { Language } from './catalogue.ts'
import { useLanguage, useMessages } from './messages.tsx'
import { problemMessages } from './problem.messages.ts'
import { sayRefusal } from './refusals.ts'

export interface Problem {
  /** What happened and what to do, in the reader's language. */
  message: string
  /** What the service said, translated if possible. */
  detail?: string
}

type ProblemMessages = (typeof problemMessages)['english']

/** `describe(error)` returns what to show. Toasts use `fail(error)`, pages use ProblemLine. */
export function useDescribeProblem(): (error: unknown) => Problem {
  const text = useMessages(problemMessages)
  const { language } = useLanguage()
  return useCallback((error) => describeProblem(error, text, language), [text, language])
}

export function describeProblem(error: unknown, text: ProblemMessages, language: Language): Problem {
  if (error instanceof Unreachable) return { message: error.isReached ? text.busy : text.unreachable }
  const refused = readError(error)
  const { status } = refused
  const { message } = sayRefusal(refused, language)
  const own = status === undefined ? undefined : text.byStatus[status]
  if (own === undefined) return status !== undefined && status >= 500 ? withDetail(text.fault, message) : { message }
  return withDetail(status === 429 && error instanceof ApiError ? text.wait(error.retryAfter) : own, message)
}

/** Both in one sentence, where there is room for only one. */
export function sentenceOf({ message, detail }: Problem): string {
  return detail === undefined ? message : `${message} (${detail})`
}

/** An error, or the stored form of one. */
function readError(error: unknown): Refused {
  const { message, status, reason, field, params } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Partial<Refused>
  return { message: message ?? String(error), status, reason, field, params }
}

function withDetail(message: string, detail: string): Problem {
  return detail === '' ? { message } : { message, detail }
}
