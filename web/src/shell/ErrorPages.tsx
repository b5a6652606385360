import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { useText } from '../i18n/text.tsx'

/** What went wrong on a page, and what to do about it. Text that was typed is safe in the local journal. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const text = useText()
  if (error instanceof ApiError && error.status === 404) return <MissingPage />
  if (error instanceof ApiError && error.status === 403) {
    return <Message title={text.errors.forbidden} hint={text.errors.forbiddenHint} />
  }
  return (
    <Message title={text.errors.title} hint={error instanceof Error ? error.message : String(error)}>
      <Button onClick={reset}>{text.common.retry}</Button>
    </Message>
  )
}

export function MissingPage() {
  const text = useText()
  return <Message title={text.errors.notFound} hint={text.errors.notFoundHint} />
}

function Message({ title, hint, children }: { title: string; hint: string; children?: React.ReactNode }) {
  const text = useText()
  return (
    <Center component="main" mih="60vh" p="lg">
      <Stack align="center" maw="32rem" ta="center">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="var(--quiet)">{hint}</Text>
        {children ?? (
          <Button component={Link} to="/experiments">
            {text.errors.backToList}
          </Button>
        )}
      </Stack>
    </Center>
  )
}
