import type { MoveIn, MoveInPatch } from '@aliquot/contract/move-ins'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { KeyFields, keysIn } from './KeyFields.tsx'
import { moveInMessages } from './move-in.messages.ts'
import { actOnMoveIn } from './move-in.queries.ts'

/** What can be done with a server now. The service forgets the keys with its end, and then asks for them again. */
export function MoveInActions({ record }: { record: MoveIn }) {
  const text = useMessages(moveInMessages)
  const { id, state, dry_run, needs_keys, actions } = record
  const [keys, setKeys] = useState<readonly string[]>([''])
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, ['keys'])
  const act = async (patch: MoveInPatch) => {
    setBusy(true)
    setError(undefined)
    try {
      const typed = keysIn(keys)
      await actOnMoveIn(id, { ...patch, ...(typed.length > 0 && { keys: typed }) })
    } catch (refused) {
      setError(refused)
    }
    setBusy(false)
  }
  const goesOn = state === 'stopped' || state === 'interrupted' || state === 'failed'
  const isLook = goesOn && dry_run
  const start = (event: FormEvent) => {
    event.preventDefault()
    void act({ action: 'start', dry_run: isLook })
  }
  if (actions.includes('stop')) {
    return (
      <Group>
        <Button variant="default" loading={isBusy} onClick={() => act({ action: 'stop' })}>
          {text.stop}
        </Button>
      </Group>
    )
  }
  const lookAgain = () => act({ action: 'start', dry_run: true })
  return (
    <form onSubmit={start}>
      <Stack gap="sm">
        {needs_keys && <Text size="sm">{text.keysAgain}</Text>}
        {needs_keys && <KeyFields keys={keys} setKeys={setKeys} error={problem.of('keys')} />}
        {(problem.rest ?? (!needs_keys && problem.of('keys'))) && (
          <Text role="alert" c="var(--danger)">
            {problem.rest ?? problem.of('keys')}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" c="var(--mantine-primary-color-contrast)" loading={isBusy}>
            {goesOn ? text.goOn : dry_run ? text.start : text.again}
          </Button>
          {!isLook && (
            <Button
              variant="default"
              aria-disabled={isBusy}
              disabled={needs_keys && keysIn(keys).length === 0}
              onClick={lookAgain}
            >
              {text.lookAgain}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
