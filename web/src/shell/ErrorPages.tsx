import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { commonTexts } from '../i18n/common.text.ts'
import { useTexts } from '../i18n/text.tsx'
import { errorTexts } from './error-pages.text.ts'

/** What went wrong on a page, and what to do about it. Text that was typed is safe in the local journal. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const common = useTexts(commonTexts)
  const text = useTexts(errorTexts)
  if (error instanceof ApiError && error.status === 404) return <MissingPage />
  if (error instanceof ApiError && error.status === 403) {
    return <Message title={text.forbidden} hint={text.forbiddenHint} />
  }
  return (
    <Message title={text.title} hint={error instanceof Error ? error.message : String(error)}>
      <Button onClick={reset}>{common.retry}</Button>
    </Message>
  )
}

export function MissingPage() {
  const text = useTexts(errorTexts)
  return <Message title={text.notFound} hint={text.notFoundHint} />
}

function Message({ title, hint, children }: { title: string; hint: string; children?: React.ReactNode }) {
  const text = useTexts(errorTexts)
  return (
    <Center component="main" mih="60vh" p="lg">
      <Stack align="center" maw="32rem" ta="center">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="var(--quiet)">{hint}</Text>
        {children ?? (
          <Button component={Link} to="/experiments">
            {text.backToList}
          </Button>
        )}
      </Stack>
    </Center>
  )
}
