import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Check, Link2, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { copyText } from '../../ui/fields/copy-text.ts'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { type EntryRef, entryAddress } from '../entry-data/entry-types.ts'
import { permissionMessages } from './permissions.messages.ts'
import classes from './SharePopover.module.css'

/** The address of the entry, to send or to open on a telephone. It opens only for people who can view the entry. */
export function EntryLink({ entry }: { entry: EntryRef }) {
  const text = useMessages(permissionMessages)
  const { copied } = useMessages(commonMessages)
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  const [isCodeShown, setCodeShown] = useState(false)
  const address = entryAddress(entry)
  const isCopied = outcome === 'copied'
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={isCopied ? <Check size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
          onClick={async () => setOutcome((await copyText(address)) ? 'copied' : 'refused')}
        >
          {isCopied ? copied : text.copyLink}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<QrIcon size={16} aria-hidden />}
          aria-expanded={isCodeShown}
          onClick={() => setCodeShown(!isCodeShown)}
        >
          {text.qrCode}
        </Button>
      </Group>
      <Text size="xs" c="var(--quiet)">
        {text.copyLinkHint}
      </Text>
      <VisuallyHidden aria-live="polite">{isCopied ? copied : ''}</VisuallyHidden>
      {outcome === 'refused' && (
        <Text size="sm" role="alert" className={classes.address}>
          {text.copyByHand} <code>{address}</code>
        </Text>
      )}
      {isCodeShown && <QrCode className={classes.code} value={address} label={text.qrCode} />}
    </Stack>
  )
}
