import { type Entity, entities } from '@aliquot/contract/entities'
import { Modal } from '@mantine/core'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { pathOf } from '../../api/call.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { entryParams } from '../entry-data/entry-types.ts'
import { ExportChoice } from './ExportChoice.tsx'
import { ExportChoices } from './ExportChoices.tsx'
import { exportMessages } from './exports.messages.ts'
import { LabelsChoice } from './LabelsChoice.tsx'

const EntryLabels = onDemand(async () => (await import('../label-sheets/EntryLabels.tsx')).EntryLabels)

/** One entry as a file. */
export function ExportDialog({ entry, close }: { entry: Entity; close(): void }) {
  useFocusReturn()
  const text = useMessages(exportMessages)
  const common = useMessages(commonMessages)
  const [showsLabels, setLabels] = useState(false)
  if (showsLabels) return <EntryLabels entry={entry} close={close} giveUp={close} />
  return (
    <Modal
      opened
      onClose={close}
      title={text.title}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <PrintChoice close={close} />
      <LabelsChoice choose={() => setLabels(true)} />
      <ExportChoices
        exported={{ path: pathOf(entities.read, { params: entryParams(entry) }), name: entry.title, unit: 'entry' }}
        close={close}
      />
    </Modal>
  )
}

/** The browser itself makes a PDF, of the page as it prints it. */
function PrintChoice({ close }: { close(): void }) {
  const text = useMessages(exportMessages)
  const print = () => {
    close()
    // Once the dialog is gone.
    setTimeout(() => window.print(), 50)
  }
  return <ExportChoice icon={Printer} {...text.print} choose={print} />
}
