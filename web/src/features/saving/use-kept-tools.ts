import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { copyText } from '../../ui/fields/copy-text.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { discardKept, readKeptWords } from './kept-here.ts'
import { savingMessages } from './saving.messages.ts'

/** Queries of what is only on this device start with this. */
export const DRAFTS = 'drafts'

/** Takes what only this device has of an entry elsewhere, or lets go of it. */
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
