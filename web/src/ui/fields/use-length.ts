import { type Limit, lengthOf } from '@aliquot/contract/limits'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'

/** From this share of the limit on, the remaining length is shown. */
const NEAR = 0.9

/**
 * For a field with a length limit: nothing is cut off, and the problem is shown below it. `props` are for the field; do
 * not send a text that is too long.
 */
export function useLength(value: string, limit: Limit) {
  const text = useMessages(commonMessages)
  const length = lengthOf(value.trim(), limit)
  const isTooLong = length > limit.most
  const props = {
    ...(isTooLong && { error: text.tooLong(length, limit.most) }),
    ...(!isTooLong && length >= limit.most * NEAR && { description: text.lengthLeft(limit.most - length) }),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  }
  return { isTooLong, props }
}
