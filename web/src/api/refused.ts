import type { ErrorBody } from '@aliquot/contract/common'
import type { RefusalCode } from '@aliquot/contract/refusals/index'
import type { Params } from '@aliquot/contract/refusals/sentence'

/** A refusal as serialisable data. */
export interface Refused {
  /** In the words of the service. */
  message: string
  status?: number | undefined
  /** A code of the catalogue; a newer service may send an unknown one. */
  reason?: string | undefined
  field?: string | undefined
  params?: Params | undefined
}

/** Whether this is the reason of the refusal. */
export function isRefusedFor(data: unknown, reason: RefusalCode): boolean {
  return typeof data === 'object' && data !== null && (data as Partial<ErrorBody>).reason === reason
}
