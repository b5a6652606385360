import { Stack } from '@mantine/core'
import { FileArchive, FileBadge, FileBraces, FileSpreadsheet, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { BackgroundChoice } from './BackgroundChoice.tsx'
import { CrateChoice } from './CrateChoice.tsx'
import type { CrateOptions } from './crate-options.ts'
import { type Exported, FORMATS } from './download.ts'
import { ExportChoice } from './ExportChoice.tsx'
import { exportMessages } from './exports.messages.ts'
import { showExports } from './hidden-exports.ts'
import { inBackground } from './stored-exports.queries.ts'
import { useOrderExport } from './use-order-export.ts'
import { useStartExport } from './use-start-export.tsx'

const ICONS = {
  pdf: FileText,
  pdfa: FileBadge,
  zip: FileArchive,
  csv: FileSpreadsheet,
  json: FileBraces,
}

/** The formats, each with its purpose. */
export function ExportChoices({ exported, close }: { exported: Exported; close(): void }) {
  const text = useMessages(exportMessages)
  const start = useStartExport()
  const order = useOrderExport()
  const [isLater, setLater] = useState(false)
  // Shows exports that are already running.
  useEffect(showExports, [])
  return (
    <Stack gap={2}>
      {FORMATS.map((format) => {
        const choose = (options?: CrateOptions) => {
          close()
          const asked = options ? { ...exported, query: { ...exported.query, ...options } } : exported
          const later = isLater && inBackground(asked)
          void (later ? order(later(format)) : start(asked, format))
        }
        if (format === 'eln') return <CrateChoice key={format} choose={choose} />
        return <ExportChoice key={format} icon={ICONS[format]} {...text.formats[format]} choose={() => choose()} />
      })}
      {inBackground(exported) && <BackgroundChoice isOn={isLater} set={setLater} />}
    </Stack>
  )
}
