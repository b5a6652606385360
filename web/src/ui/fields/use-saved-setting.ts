import { storedFields } from '../../api/if-unchanged.ts'
import { useToasts } from '../toasts/toasts.tsx'

/** The change; with `left`, only if the settings still have these values. */
export interface WantedSettings<Change> {
  change: Change
  left?: Partial<Change>
}

/**
 * `set({ announcement: 'x' }, before, text.saved)` changes settings, says so and offers to undo. The promise rejects if
 * the service refuses, for fields that show it themselves; `setOrTell` shows it in a toast. `send` returns the new
 * settings: undo works until somebody else changes them.
 */
export function useSavedSetting<Change extends object>(
  send: (wanted: WantedSettings<Change>) => Promise<{ data: Change }>,
) {
  const { show, failOrRetry } = useToasts()
  const set = async (change: Change, before: Change, message: string): Promise<void> => {
    const { data } = await send({ change })
    const undo = async () => void (await send({ change: before, left: storedFields(data, change) }))
    show({ message, undo })
  }
  const setOrTell = (change: Change, before: Change, message: string): void => {
    set(change, before, message).catch((error) => failOrRetry(error, () => setOrTell(change, before, message)))
  }
  return { set, setOrTell }
}
