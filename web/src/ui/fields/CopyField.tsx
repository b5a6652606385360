import { Button, Text, VisuallyHidden } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './CopyField.module.css'
import { copyText } from './copy-text.ts'

interface Props {
  label: string
  value: string
  /** The most important one on the page. */
  isMain?: boolean
}

/** Text to copy: shown in full, copied with one press. */
export function CopyField({ label, value, isMain = false }: Props) {
  const common = useMessages(commonMessages)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(value))
  return (
    <div>
      <Text size="sm" fw={600} mb="2xs">
        {label}
      </Text>
      <div className={classes.row}>
        <code className={classes.value}>{value}</code>
        <Button
          className={classes.button}
          variant={isMain ? 'filled' : 'default'}
          leftSection={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          aria-label={`${isCopied ? common.copied : common.copy}: ${label}`}
          autoFocus={isMain}
          data-autofocus={isMain || undefined}
          onClick={copy}
        >
          {isCopied ? common.copied : common.copy}
        </Button>
      </div>
      <VisuallyHidden aria-live="polite">{isCopied ? common.copied : ''}</VisuallyHidden>
    </div>
  )
}
