import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { download, type Exported, type ExportFormat } from './download.ts'
import { ExportCard } from './ExportCard.tsx'
import { exportMessages } from './exports.messages.ts'
import { showExports } from './hidden-exports.ts'

/** Starts an export, and shows its progress at the edge of every page. */
export function useStartExport(): (exported: Exported, format: ExportFormat) => Promise<void> {
  const text = useMessages(exportMessages)
  const { show, keep, fail } = useToasts()
  const start = async (exported: Exported, format: ExportFormat): Promise<void> => {
    showExports()
    try {
      const { id, total } = await download(exported, format)
      if (id === undefined) return show({ message: text.begun })
      const card = { id, total, format, unit: exported.unit, again: () => void start(exported, format) }
      keep((close) => <ExportCard {...card} close={close} />)
    } catch (error) {
      fail(error)
    }
  }
  return start
}
