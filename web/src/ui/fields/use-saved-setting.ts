import { storedFields } from '../../api/if-unchanged.ts'
import { useToasts } from '../toasts/toasts.tsx'

/** What is to be set; where `left` is given, only while the settings are still as it says. */
export interface WantedSettings<Change> {
  change: Change
  left?: Partial<Change>
}

/**
 * `set({ announcement: 'x' }, before, text.saved)`: changes settings, says so and offers the way back. The promise is
 * refused where the service refuses, for fields that say so themselves; `setOrTell` says it in a toast. `send` answers with
 * the settings as they are then: the way back is open as long as nobody else has set them to something else.
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
