import { Stack, Text, UnstyledButton } from '@mantine/core'
import { FileArchive, FileBraces, FileSpreadsheet } from 'lucide-react'
import { useLanguage, useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { download, type Exported, type ExportFormat, FORMATS } from './download.ts'
import classes from './ExportChoices.module.css'
import { exportTexts } from './exports.text.ts'

const ICONS = { zip: FileArchive, csv: FileSpreadsheet, json: FileBraces }

/** From here on it takes a while. */
const MANY = 1000

/** What a file can be, each with what it is good for. */
export function ExportChoices({ exported, close }: { exported: Exported; close(): void }) {
  const text = useTexts(exportTexts)
  const { language } = useLanguage()
  const { show, fail } = useToasts()
  const start = async (format: ExportFormat) => {
    close()
    try {
      const total = (await download(exported, format)) ?? 0
      const detail = total >= MANY && { detail: text.long(total.toLocaleString(language)) }
      show({ message: text.begun, ...detail })
    } catch (error) {
      fail(error)
    }
  }
  return (
    <Stack gap={2}>
      {FORMATS.map((format) => {
        const Icon = ICONS[format]
        const { name, about } = text.formats[format]
        return (
          <UnstyledButton key={format} className={classes.choice} onClick={() => void start(format)}>
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
