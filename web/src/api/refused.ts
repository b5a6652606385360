import type { ErrorBody } from '@aliquot/contract/common'
import type { RefusalCode } from '@aliquot/contract/refusals/index'
import type { Params } from '@aliquot/contract/refusals/sentence'

/** What is told of a refusal, as data that can be kept. */
export interface Refused {
  /** In the words of the service. */
  message: string
  status?: number | undefined
  /** A code of the catalogue; of a newer service it may be one that this page does not know. */
  reason?: string | undefined
  field?: string | undefined
  params?: Params | undefined
}

/** Whether the service refused for this reason. */
export function isRefusedFor(data: unknown, reason: RefusalCode): boolean {
  return typeof data === 'object' && data !== null && (data as Partial<ErrorBody>).reason === reason
}
