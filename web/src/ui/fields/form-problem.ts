import { ApiError } from '../../api/client.ts'
import { useLanguage } from '../../i18n/messages.tsx'
import { sentenceOf, useDescribeProblem } from '../../i18n/problem.ts'
import { sayOfField, useRefusalWords, withCapital } from '../../i18n/refusals.ts'

export interface FormProblem {
  /** The problem of a field, if any. */
  of(field: string): string | undefined
  /** A problem that belongs to no field. */
  rest: string | undefined
}

/** Assigns a refusal to the field of the form that the service names. */
export function useFormProblem(error: unknown, fields: readonly string[]): FormProblem {
  const describe = useDescribeProblem()
  const { language } = useLanguage()
  useRefusalWords(language)
  if (error === undefined || error === null) return { of: () => undefined, rest: undefined }
  const named = error instanceof ApiError ? error.field : undefined
  if (error instanceof ApiError && named !== undefined && fields.includes(named)) {
    const why = withCapital(sayOfField(error, language), language)
    return { of: (field) => (field === named ? why : undefined), rest: undefined }
  }
  return { of: () => undefined, rest: sentenceOf(describe(error)) }
}
