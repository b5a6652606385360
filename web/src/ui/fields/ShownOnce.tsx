import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../layout/Section.tsx'
import { Told } from '../layout/Told.tsx'

interface Props {
  title: string
  hint: string
  done: string
  onDone(): void
  /** What to copy. */
  children: ReactNode
}

/** Something that nobody can look up again: a new key, a link. It stays until it is dismissed. */
export function ShownOnce({ title, hint, done, onDone, children }: Props) {
  return (
    <Card isNew>
      <Stack gap="md">
        <div>
          <Title order={3} size="h4">
            {title}
          </Title>
          <Text c="var(--quiet)" mt="2xs">
            {hint}
          </Text>
        </div>
        <Told words={`${title}. ${hint}`} />
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {done}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
