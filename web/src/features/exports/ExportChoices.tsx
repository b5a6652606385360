import { Stack } from '@mantine/core'
import { FileArchive, FileBraces, FileSpreadsheet } from 'lucide-react'
import { useEffect } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { type Exported, FORMATS } from './download.ts'
import { ExportChoice } from './ExportChoice.tsx'
import { exportMessages } from './exports.messages.ts'
import { showExports } from './hidden-exports.ts'
import { useStartExport } from './use-start-export.tsx'

const ICONS = { zip: FileArchive, csv: FileSpreadsheet, json: FileBraces }

/** The formats, each with its purpose. */
export function ExportChoices({ exported, close }: { exported: Exported; close(): void }) {
  const text = useMessages(exportMessages)
  const start = useStartExport()
  // Shows exports that are already running.
  useEffect(showExports, [])
  return (
    <Stack gap={2}>
      {FORMATS.map((format) => {
        const choose = () => {
          close()
          void start(exported, format)
        }
        return <ExportChoice key={format} icon={ICONS[format]} {...text.formats[format]} choose={choose} />
      })}
    </Stack>
  )
}
