import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { storedExportMessages } from './stored-exports.messages.ts'
import { type NewExport, orderExport } from './stored-exports.queries.ts'

/** Has an export made in the background, and says where it will be. */
export function useOrderExport(): (asked: NewExport) => Promise<void> {
  const text = useMessages(storedExportMessages)
  const { show, fail } = useToasts()
  const navigate = useNavigate()
  return async (asked) => {
    try {
      await orderExport(asked)
      show({ message: text.queued, retry: () => navigate({ to: '/exports' }), retryLabel: text.show })
    } catch (error) {
      fail(error)
    }
  }
}
