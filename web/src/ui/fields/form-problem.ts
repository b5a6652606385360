import { useLanguage } from '../../i18n/messages.tsx'
import { sentenceOf, useDescribeProblem } from '../../i18n/problem.ts'
import { translateRefusal } from '../../i18n/refusals.ts'

export interface FormProblem {
  /** What is wrong with a field; undefined when nothing is. */
  of(field: string): string | undefined
  /** What is wrong with none of them. */
  rest: string | undefined
}

/** Where in a form to say what the service refused. It names the field first: `password: is too easy to guess`. */
export function useFormProblem(error: unknown, fields: readonly string[]): FormProblem {
  const describe = useDescribeProblem()
  const { language } = useLanguage()
  if (error === undefined || error === null) return { of: () => undefined, rest: undefined }
  const said = error instanceof Error ? error.message : String(error)
  const named = fields.find((field) => said.startsWith(`${field}: `))
  if (named !== undefined) {
    const why = translateRefusal(said.slice(named.length + 2), language)
    return { of: (field) => (field === named ? why : undefined), rest: undefined }
  }
  return { of: () => undefined, rest: sentenceOf(describe(error)) }
}
