import { useToasts } from './toasts.tsx'

/**
 * `set({ announcement: 'x' }, before, text.saved)`: changes settings, says so and offers the way back. The promise is
 * refused where the service refuses, for fields that say so themselves; `setOrTell` says it in a toast.
 */
export function useSavedSetting<Change extends object>(send: (change: Change) => Promise<unknown>) {
  const { show, failOrRetry } = useToasts()
  const set = async (change: Change, before: Change, message: string): Promise<void> => {
    await send(change)
    show({ message, undo: async () => void (await send(before)) })
  }
  const setOrTell = (change: Change, before: Change, message: string): void => {
    set(change, before, message).catch((error) => failOrRetry(error, () => setOrTell(change, before, message)))
  }
  return { set, setOrTell }
}
