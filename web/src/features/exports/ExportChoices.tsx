import { Stack, Text, UnstyledButton } from '@mantine/core'
import { FileArchive, FileBraces, FileSpreadsheet } from 'lucide-react'
import { useEffect } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { type Exported, FORMATS } from './download.ts'
import classes from './ExportChoices.module.css'
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
        const Icon = ICONS[format]
        const { name, about } = text.formats[format]
        return (
          <UnstyledButton
            key={format}
            className={classes.choice}
            onClick={() => {
              close()
              void start(exported, format)
            }}
          >
            <Icon size={20} aria-hidden="true" />
            <span>
              <Text span size="sm" fw={600} display="block">
                {name}
              </Text>
              <Text span size="xs" c="var(--quiet)" display="block">
                {about}
              </Text>
            </span>
          </UnstyledButton>
        )
      })}
    </Stack>
  )
}
