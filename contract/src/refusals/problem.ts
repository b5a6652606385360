import type { ParamsOf, RefusalCode } from './index.ts'
import type { Said } from './say.ts'
import type { Params } from './sentence.ts'

/** Codes that are about a field: the name of the field is filled in by whoever reads the input. */
export type FieldCode = { [C in RefusalCode]: 'field' extends keyof ParamsOf<C> ? C : never }[RefusalCode]

export type OtherParams<C extends FieldCode> = C extends FieldCode
  ? keyof Omit<ParamsOf<C>, 'field'> extends never
    ? []
    : [params: Omit<ParamsOf<C>, 'field'>]
  : never

/** What is wrong with a field whose name is not known yet. */
export interface FieldProblem {
  reason: FieldCode
  params: Params
}

export function problem<C extends FieldCode>(reason: C, ...[params]: OtherParams<C>): FieldProblem {
  return { reason, params: (params ?? {}) as Params }
}

export function ofField({ reason, params }: FieldProblem, field: string): Said {
  return { reason, params: { ...params, field } }
}
