import type { ParamsOf, RefusalCode } from '@aliquot/contract/refusals/index'
import type { Params } from '@aliquot/contract/refusals/sentence'
import { Refusal } from '../../errors.ts'

/** The refusals of a query; the parameter and the position are filled in last. */
export type QueryCode = Extract<RefusalCode, `query.${string}`>
type Place = 'field' | 'position'
export type QueryParams<C extends QueryCode> = C extends QueryCode
  ? keyof Omit<ParamsOf<C>, Place> extends never
    ? []
    : [params: Omit<ParamsOf<C>, Place>]
  : never

/** An invalid query, with the position of the error. */
export class QueryProblem<C extends QueryCode = QueryCode> extends Error {
  readonly reason: QueryCode
  /** The index in the query. */
  readonly at: number
  readonly params: Params

  constructor(reason: C, at: number, ...[params]: QueryParams<C>) {
    super(reason)
    this.reason = reason
    this.at = at
    this.params = (params ?? {}) as Params
  }
}

const SHOWN = 20

/** 400: names the parameter, the position and what was expected. `position` counts characters from 1. */
export class InvalidQuery extends Refusal {
  constructor(field: string, text: string, { reason, params, at }: QueryProblem) {
    const position = Array.from(text.slice(0, at)).length + 1
    const before = Array.from(text.slice(0, at)).slice(-SHOWN).join('')
    const rest = Array.from(text.slice(at)).slice(0, SHOWN).join('')
    const said = { reason, params: { ...params, field, position, before, rest } }
    super(400, said, {
      description: rest === '' ? `At the end, after: ${before}` : `Here: ${before}▸${rest}`,
      extra: { position },
    })
  }
}
