import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../i18n/text.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Card } from '../../ui/Section.tsx'
import { accountTexts } from './account.text.ts'

/** The only time that a key is shown. */
export function CreatedApikey({ text: key, onDone }: { text: string; onDone(): void }) {
  const text = useTexts(accountTexts)
  const curl = `curl -H "Authorization: ${key}" "${location.origin}/api/v2/experiments?limit=5"`
  return (
    <Card isNew>
      <Stack gap="md">
        <div role="status">
          <Title order={3} size="h4">
            {text.keyCreated}
          </Title>
          <Text c="var(--quiet)" mt={4}>
            {text.keyOnce}
          </Text>
        </div>
        <CopyField label={text.key} value={key} isMain />
        <CopyField label={text.tryIt} value={curl} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {text.done}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
