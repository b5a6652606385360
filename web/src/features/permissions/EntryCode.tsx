import { Button, Stack } from '@mantine/core'
import { QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { type EntryRef, entryAddress } from '../entry-data/entry-types.ts'
import { permissionMessages } from './permissions.messages.ts'
import classes from './SharePopover.module.css'

/** The address of the entry for a telephone: whoever may read the entry opens it there. */
export function EntryCode({ entry }: { entry: EntryRef }) {
  const text = useMessages(permissionMessages)
  const [isShown, setShown] = useState(false)
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="sm"
        leftSection={<QrIcon size={16} aria-hidden />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {text.qrCode}
      </Button>
      {isShown && <QrCode className={classes.code} value={entryAddress(entry)} label={text.qrCode} />}
    </Stack>
  )
}
