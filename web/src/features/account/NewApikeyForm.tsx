import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { Card } from '../../ui/layout/Section.tsx'
import { calendarTime } from '../../ui/time/calendar-day.ts'
import { useSession } from '../session/session.queries.ts'
import { accountMessages } from './account.messages.ts'
import { createApikey, ownApikeys } from './account.queries.ts'

export function NewApikeyForm({ onCreated }: { onCreated(text: string): void }) {
  const text = useMessages(accountMessages)
  const client = useQueryClient()
  const { team, teams } = useSession()
  const levelId = useId()
  const { language } = useLanguage()
  // Proposed, so that a key is one Enter away; its time tells it from another.
  const [name, setName] = useState(() => text.keyNameProposed(calendarTime(new Date().toISOString(), language)))
  const [level, setLevel] = useState('read')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, ['name'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const key = await createApikey({ name, canWrite: level === 'write' })
      void client.invalidateQueries({ queryKey: ownApikeys().queryKey })
      onCreated(key)
    } catch (refused) {
      setError(refused)
      setBusy(false)
    }
  }
  const teamName = teams.find(({ id }) => id === team)?.name ?? ''
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={text.keyName}
            placeholder={text.keyNamePlaceholder}
            value={name}
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
            autoComplete="off"
            data-1p-ignore
            error={problem.of('name') ?? problem.rest}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div>
            <Text id={levelId} size="sm" fw={600} mb="2xs">
              {text.keyLevel}
            </Text>
            <SegmentedControl
              aria-labelledby={levelId}
              value={level}
              onChange={setLevel}
              data={[
                { value: 'read', label: text.readOnly },
                { value: 'write', label: text.readWrite },
              ]}
            />
          </div>
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="var(--quiet)">
              {teams.length > 1 ? text.actsInOneOf(teamName) : text.actsIn(teamName)}
            </Text>
            <Button type="submit" loading={isBusy}>
              {text.createKey}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
