import { useCallback } from 'react'
import { ApiError, Unreachable } from '../api/client.ts'
import { type Language, useLanguage, useMessages } from './messages.tsx'
import { problemMessages } from './problem.messages.ts'
import { translateRefusal } from './refusals.ts'

export interface Problem {
  /** What happened and what to do about it, in the reader's language. */
  message: string
  /** What the service said, in the reader's language where somebody has translated it. */
  detail?: string
}

type ProblemMessages = (typeof problemMessages)['en']

/** `describe(error)` says what to tell about it. For toasts there is `fail(error)`, for a place on the page ProblemLine. */
export function useDescribeProblem(): (error: unknown) => Problem {
  const text = useMessages(problemMessages)
  const { language } = useLanguage()
  return useCallback((error) => describeProblem(error, text, language), [text, language])
}

export function describeProblem(error: unknown, text: ProblemMessages, language: Language): Problem {
  if (error instanceof Unreachable) return { message: error.isReached ? text.busy : text.unreachable }
  const { status, message: said } = readError(error)
  const message = translateRefusal(said, language)
  const own = status === undefined ? undefined : text.byStatus[status]
  if (own === undefined) return status !== undefined && status >= 500 ? withDetail(text.fault, message) : { message }
  return withDetail(status === 429 && error instanceof ApiError ? text.wait(error.retryAfter) : own, message)
}

/** Both in one sentence, where there is room for one only. */
export function sentenceOf({ message, detail }: Problem): string {
  return detail === undefined ? message : `${message} (${detail})`
}

/** An error, or what was kept of one. */
function readError(error: unknown): { status: number | undefined; message: string } {
  const { status, message } = (typeof error === 'object' && error !== null ? error : {}) as Partial<ApiError>
  return { status, message: message ?? String(error) }
}

function withDetail(message: string, detail: string): Problem {
  return detail === '' ? { message } : { message, detail }
}
