import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { copyText } from '../../ui/fields/copy-text.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { discardKept, readKeptWords } from './kept-here.ts'
import { savingMessages } from './saving.messages.ts'

/** The query key prefix of unsaved work. */
export const DRAFTS = 'drafts'

/** Copies the unsaved work of an entry, or drops it. */
export function useKeptTools(entryId: number) {
  const client = useQueryClient()
  const text = useMessages(savingMessages)
  const { show } = useToasts()
  const refresh = () => client.invalidateQueries({ queryKey: [DRAFTS] })

  async function copy(): Promise<void> {
    const isCopied = await copyText(await readKeptWords(entryId))
    show(isCopied ? { message: text.textCopied } : { message: text.notCopied, tone: 'error' })
  }

  async function discard(): Promise<void> {
    const bringBack = await discardKept(entryId)
    await refresh()
    const undo = async () => {
      await bringBack()
      await refresh()
    }
    show({ message: text.discarded, undo })
  }

  return { copy, discard }
}
