import type { Entity } from '@aliquot/contract/entities'
import { Modal } from '@mantine/core'
import { commonTexts } from '../../i18n/common.text.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { entryPath } from '../entry-data/entry-types.ts'
import { ExportChoices } from './ExportChoices.tsx'
import { exportTexts } from './exports.text.ts'

/** One entry as a file. */
export function ExportDialog({ entry, close }: { entry: Entity; close(): void }) {
  useFocusReturn()
  const text = useTexts(exportTexts)
  const common = useTexts(commonTexts)
  return (
    <Modal
      opened
      onClose={close}
      title={text.title}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <ExportChoices exported={{ path: entryPath(entry), name: entry.title, unit: 'entry' }} close={close} />
    </Modal>
  )
}
