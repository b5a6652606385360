import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../i18n/text.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Card } from '../../ui/Section.tsx'
import { peopleTexts } from './people.text.ts'

export interface Invited {
  name: string
  link: string
}

/** The link for one person, shown once. */
export function InviteLink({ name, link, onDone }: Invited & { onDone(): void }) {
  const text = useTexts(peopleTexts)
  return (
    <Card isNew>
      <Stack>
        <div role="status">
          <Title order={3} size="h4">
            {text.linkTitle(name)}
          </Title>
          <Text c="var(--quiet)" mt={4}>
            {text.linkHint}
          </Text>
        </div>
        <CopyField label={text.link} value={link} isMain />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {text.done}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
