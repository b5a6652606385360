import type { StoredExport } from '@aliquot/contract/stored-exports'
import { useMessages } from '../../i18n/messages.tsx'
import { FORMATS } from './download.ts'
import { exportMessages } from './exports.messages.ts'
import { storedExportMessages } from './stored-exports.messages.ts'

/** The name of a format in words. */
export function useFormatName(): (format: StoredExport['format']) => string {
  const { formats } = useMessages(exportMessages)
  const { formats: others } = useMessages(storedExportMessages)
  return (format) => {
    const known = FORMATS.find((one) => one === format)
    return known ? formats[known].name : others[format as keyof typeof others]
  }
}
