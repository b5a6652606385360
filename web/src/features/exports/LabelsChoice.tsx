import { QrCode } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { ExportChoice } from './ExportChoice.tsx'
import { exportMessages } from './exports.messages.ts'

/** Labels are chosen in a dialog of their own. */
export function LabelsChoice({ choose }: { choose(): void }) {
  const text = useMessages(exportMessages)
  return <ExportChoice icon={QrCode} {...text.labels} choose={choose} />
}
