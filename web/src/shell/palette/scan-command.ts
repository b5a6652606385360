import { useMemo } from 'react'
import { scanMessages } from '../../features/scan/scan.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import type { Command } from '../../ui/keys/commands.ts'
import { shellMessages } from '../shell.messages.ts'

/** Opens an entry by the code on a tube or an instrument. */
export function useScanCommand(run: () => void): Command {
  const { title } = useMessages(scanMessages)
  const { actions } = useMessages(shellMessages)
  return useMemo(
    () => ({
      id: 'scan',
      label: title,
      group: actions,
      words: 'qr barcode data matrix camera kamera caméra tube',
      run,
    }),
    [title, actions, run],
  )
}
