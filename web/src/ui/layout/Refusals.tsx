import { Alert, List } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { sentenceOf, useDescribeProblem } from '../../i18n/problem.ts'

interface Props {
  title: string
  refused: readonly { id: number; name: ReactNode; error: unknown }[]
  /** For those that are too many to list. */
  andMore(count: number): string
  close(): void
}

const MOST = 10

/** What could not be done to some of many, each with its reason. It stays until it is closed. */
export function Refusals({ title, refused, andMore, close }: Props) {
  const common = useMessages(commonMessages)
  const describe = useDescribeProblem()
  return (
    <Alert
      role="alert"
      color="red"
      title={title}
      icon={<TriangleAlert aria-hidden="true" />}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={close}
    >
      <List size="sm">
        {refused.slice(0, MOST).map(({ id, name, error }) => (
          <List.Item key={id}>
            {name}
            {`: ${sentenceOf(describe(error))}`}
          </List.Item>
        ))}
        {refused.length > MOST && <List.Item>{andMore(refused.length - MOST)}</List.Item>}
      </List>
    </Alert>
  )
}
