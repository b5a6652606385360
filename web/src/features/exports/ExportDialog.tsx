import { type Entity, entities } from '@aliquot/contract/entities'
import { Modal } from '@mantine/core'
import { pathOf } from '../../api/call.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { entryParams } from '../entry-data/entry-types.ts'
import { ExportChoices } from './ExportChoices.tsx'
import { exportMessages } from './exports.messages.ts'

/** One entry as a file. */
export function ExportDialog({ entry, close }: { entry: Entity; close(): void }) {
  useFocusReturn()
  const text = useMessages(exportMessages)
  const common = useMessages(commonMessages)
  return (
    <Modal
      opened
      onClose={close}
      title={text.title}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <ExportChoices
        exported={{ path: pathOf(entities.read, { params: entryParams(entry) }), name: entry.title, unit: 'entry' }}
        close={close}
      />
    </Modal>
  )
}
