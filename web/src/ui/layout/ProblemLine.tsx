import { Button, Text } from '@mantine/core'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useDescribeProblem } from '../../i18n/problem.ts'

interface Props {
  error: unknown
  /** Asks again. */
  retry?: () => unknown
}

/** An error in place of content, with what the service said and a retry button. */
export function ProblemLine({ error, retry }: Props) {
  const common = useMessages(commonMessages)
  const { message, detail } = useDescribeProblem()(error)
  return (
    <div role="alert">
      <Text>{message}</Text>
      {detail && (
        <Text size="sm" c="var(--quiet)">
          {detail}
        </Text>
      )}
      {retry && (
        <Button variant="default" mt="xs" onClick={() => void retry()}>
          {common.retry}
        </Button>
      )}
    </div>
  )
}
