import { Button, Group, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { DateField } from '../../ui/time/DateField.tsx'
import { parseServiceTime, toServiceTime } from '../../ui/time/time.ts'
import type { StepProps } from './StepRow.tsx'
import classes from './StepSection.module.css'
import { inputTime, tomorrowMorning } from './step-deadline.ts'
import { stepMessages } from './steps.messages.ts'

/** The deadline of a step, and whether to notify before it. */
export function StepDeadline({ step, steps, close }: Omit<StepProps, 'move' | 'take'> & { close(): void }) {
  useFocusReturn()
  const text = useMessages(stepMessages)
  const common = useMessages(commonMessages)
  const [typed, setTyped] = useState(() =>
    inputTime(step.deadline === null ? tomorrowMorning(new Date()) : parseServiceTime(step.deadline)),
  )
  const [isReminded, setReminded] = useState(step.deadline_notif === 1)
  const at = new Date(typed)
  const isTime = !Number.isNaN(at.getTime())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTime) return
    const deadline = toServiceTime(at)
    if (deadline !== step.deadline) steps.setDeadline(step.ref, deadline)
    if (isReminded !== (step.deadline_notif === 1)) steps.remind(step.ref, isReminded ? 1 : 0)
    close()
  }
  return (
    <form
      ref={showWhole}
      className={`${classes.deadline} no-print`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <DateField
        type="datetime-local"
        aria-label={text.deadlineOf(step.body)}
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Switch label={text.remind} checked={isReminded} onChange={(event) => setReminded(event.currentTarget.checked)} />
      <Group justify="flex-end" gap="xs">
        {step.deadline !== null && (
          <Button
            variant="default"
            onClick={() => {
              steps.setDeadline(step.ref, null)
              close()
            }}
          >
            {text.noDeadline}
          </Button>
        )}
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
        <Button type="submit" disabled={!isTime}>
          {common.save}
        </Button>
      </Group>
    </form>
  )
}

/** Scrolls to the buttons too, not only to the focused field. */
function showWhole(form: HTMLFormElement | null): void {
  form?.scrollIntoView({ block: 'nearest' })
}
