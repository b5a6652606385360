import type { ParamsOf, RefusalCode } from './index.ts'
import type { Params } from './sentence.ts'

/** A refusal before it has words: its code, and what is filled in. */
export interface Said {
  reason: RefusalCode
  params: Params
}

/** Nothing more where nothing is filled in. */
export type ParamsFor<C extends RefusalCode> = C extends RefusalCode
  ? keyof ParamsOf<C> extends never
    ? []
    : [params: ParamsOf<C>]
  : never

/** `say('field.too_long', { field: 'title', most: 255 })`: the compiler knows what each code needs. */
export function say<C extends RefusalCode>(reason: C, ...[params]: ParamsFor<C>): Said {
  return { reason, params: (params ?? {}) as Params }
}
