import { Button, Group, Stack, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from './ProblemLine.tsx'

interface Props {
  label: string
  icon: LucideIcon
  /** What will happen, and that it cannot be undone. */
  question: string
  run(): Promise<unknown>
  /** Help if the service refuses. */
  hint?: (error: unknown) => ReactNode
}

/** A button for irreversible actions: it asks once, and shows the reason if the service refuses. */
export function AskFirst({ label, icon: Icon, question, run, hint }: Props) {
  const common = useMessages(commonMessages)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const cancel = () => {
    setError(undefined)
    setAsking(false)
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await run()
      setAsking(false)
    } catch (refused) {
      setError(refused)
    }
    setBusy(false)
  }
  if (!isAsking) {
    return (
      <div>
        <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{question}</Text>
      {error !== undefined && <ProblemLine error={error} />}
      {error !== undefined && hint?.(error)}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={cancel}>
          {common.cancel}
        </Button>
        <Button color="red.9" loading={isBusy} onClick={confirm}>
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
