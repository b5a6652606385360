import { Text, Title } from '@mantine/core'

/** The heading of a section of an entry, with a count. */
export function CountedTitle({ title, count }: { title: string; count: number }) {
  return (
    <Title order={2} size="h4">
      {title}
      {count > 0 && (
        <Text span size="sm" c="var(--quiet)" ms="xs">
          {count}
        </Text>
      )}
    </Title>
  )
}
