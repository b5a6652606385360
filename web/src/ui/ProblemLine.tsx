import { Text } from '@mantine/core'
import { useDescribeProblem } from '../i18n/problem.ts'

/** What went wrong where something should stand, and below it what the service said. */
export function ProblemLine({ error }: { error: unknown }) {
  const { message, detail } = useDescribeProblem()(error)
  return (
    <div role="alert">
      <Text>{message}</Text>
      {detail && (
        <Text size="sm" c="var(--quiet)">
          {detail}
        </Text>
      )}
    </div>
  )
}
