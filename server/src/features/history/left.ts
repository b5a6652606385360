import { inEnglish } from '@aliquot/contract/refusals/english'
import type { Said } from '@aliquot/contract/refusals/say'
import type { Left } from '@aliquot/contract/timeline'

/** What could not be restored. */
export type LeftPart = Pick<Left, 'part' | 'id' | 'name'>

/** The same with the refusal that it would get by itself. */
export function leftFor(what: LeftPart, said: Said): Left {
  const { field, ...params } = said.params
  return {
    ...what,
    reason: inEnglish(said).message,
    code: said.reason,
    ...(field !== undefined && { field: String(field) }),
    ...(Object.keys(params).length > 0 && { params: params as NonNullable<Left['params']> }),
  }
}
