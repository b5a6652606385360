import { APIKEY_LEVELS, type ApikeyLevel } from '@aliquot/contract/apikeys'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { Card } from '../../ui/layout/Section.tsx'
import { calendarTime } from '../../ui/time/calendar-day.ts'
import { useSession } from '../session/session.queries.ts'
import { accountMessages } from './account.messages.ts'
import { createApikey, ownApikeys } from './account.queries.ts'
import { apikeyMessages } from './apikeys.messages.ts'
import { DepositReachFields } from './DepositReachFields.tsx'
import { NOTHING_CHOSEN } from './deposit-reach.ts'

export function NewApikeyForm({ onCreated }: { onCreated(text: string): void }) {
  const text = useMessages(accountMessages)
  const words = useMessages(apikeyMessages)
  const client = useQueryClient()
  const { team, teams } = useSession()
  const { language } = useLanguage()
  // Proposed, so that a key is one Enter away; its time tells it from another.
  const [name, setName] = useState(() => text.keyNameProposed(calendarTime(new Date().toISOString(), language)))
  const [level, setLevel] = useState<ApikeyLevel>('read')
  const [reach, setReach] = useState(NOTHING_CHOSEN)
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, ['name'])
  const hasTarget = level !== 'deposit' || reach.templates.length + reach.entries.length > 0
  const isMissingTarget = isTried && !hasTarget
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!hasTarget) return
    setBusy(true)
    try {
      const key = await createApikey({ name, level, reach })
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
          <Radio.Group label={text.keyLevel} value={level} onChange={(value) => setLevel(value as ApikeyLevel)}>
            <Stack gap="sm" mt="2xs">
              {APIKEY_LEVELS.map((value) => (
                <Radio key={value} value={value} label={words.levels[value]} description={words.levelHints[value]} />
              ))}
            </Stack>
          </Radio.Group>
          {level === 'deposit' && <DepositReachFields reach={reach} change={setReach} />}
          {isMissingTarget && (
            <Text size="sm" role="alert" c="var(--danger)">
              {words.needsTarget}
            </Text>
          )}
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
