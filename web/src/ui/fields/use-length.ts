import { type Limit, lengthOf } from '@aliquot/contract/limits'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'

/** From this share of what is allowed on, it is told how much is left. */
const NEAR = 0.9

/**
 * For a field whose text must not be too long: nothing of it is cut, and what is wrong stands under it. `props` are for the
 * field; what is too long is not to be sent.
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
