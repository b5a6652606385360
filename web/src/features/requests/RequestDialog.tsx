import type { Entity } from '@aliquot/contract/entities'
import { Button, CloseButton, Group, Input, Modal, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { PersonInput } from '../permissions/PersonInput.tsx'
import { useSession } from '../session/session.queries.ts'
import { requestMessages } from './requests.messages.ts'
import { ASKABLE, type Askable, useRequests } from './requests.queries.ts'

interface Person {
  userid: number
  fullname: string
}

/** Asks a reader of the entry to do something with it. */
export function RequestDialog({ entry, close }: { entry: Entity; close(): void }) {
  useFocusReturn()
  const text = useMessages(requestMessages)
  const common = useMessages(commonMessages)
  const { userid } = useSession()
  const { ask } = useRequests(entry)
  const [action, setAction] = useState<Askable>('review')
  const [person, setPerson] = useState<Person>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const send = useRef<HTMLButtonElement>(null)
  // The first Enter removes the field, so that a second Enter can send.
  useEffect(() => {
    if (person) send.current?.focus()
  }, [person])
  const owner = { userid: entry.userid, fullname: entry.fullname }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!person || isBusy) return
    setBusy(true)
    setError(undefined)
    await ask(person, action).then(close, setError)
    setBusy(false)
  }
  return (
    <Modal
      opened
      onClose={close}
      title={text.dialog}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Radio.Group
            label={text.what}
            value={action}
            onChange={(value) => setAction(ASKABLE.find((one) => one === value) ?? 'review')}
          >
            <Stack gap="xs" mt="2xs">
              {ASKABLE.map((one) => (
                <Radio key={one} value={one} label={text.actions[one]} />
              ))}
            </Stack>
          </Radio.Group>
          {person ? (
            <Input.Wrapper label={text.whom}>
              <Group gap="2xs">
                <Text size="sm">{person.fullname}</Text>
                <CloseButton size="md" aria-label={text.change(person.fullname)} onClick={() => setPerson(undefined)} />
              </Group>
            </Input.Wrapper>
          ) : (
            <div>
              <PersonInput
                label={text.whom}
                placeholder={text.person}
                nobody={text.nobody}
                atHand={owner.userid === userid ? [] : [owner]}
                without={[userid]}
                isFocused
                pick={setPerson}
              />
            </div>
          )}
          <Text size="sm" c="var(--quiet)">
            {text.hint}
          </Text>
          {error !== undefined && <ProblemLine error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button ref={send} type="submit" disabled={!person} loading={isBusy}>
              {text.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
