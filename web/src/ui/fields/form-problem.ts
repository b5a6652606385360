import { ApiError } from '../../api/client.ts'
import { useLanguage } from '../../i18n/messages.tsx'
import { sentenceOf, useDescribeProblem } from '../../i18n/problem.ts'
import { sayOfField } from '../../i18n/refusals.ts'

export interface FormProblem {
  /** What is wrong with a field; undefined when nothing is. */
  of(field: string): string | undefined
  /** What is wrong with none of them. */
  rest: string | undefined
}

/** Where in a form to say what the service refused: it names the field. */
export function useFormProblem(error: unknown, fields: readonly string[]): FormProblem {
  const describe = useDescribeProblem()
  const { language } = useLanguage()
  if (error === undefined || error === null) return { of: () => undefined, rest: undefined }
  const named = error instanceof ApiError ? error.field : undefined
  if (error instanceof ApiError && named !== undefined && fields.includes(named)) {
    const why = sayOfField(error, language)
    return { of: (field) => (field === named ? why : undefined), rest: undefined }
  }
  return { of: () => undefined, rest: sentenceOf(describe(error)) }
}
