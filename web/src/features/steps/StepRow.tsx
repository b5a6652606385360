import type { Entity } from '@aliquot/contract/entities'
import { AlarmClock, Bell, GripVertical, Lock } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Tick } from '../../ui/fields/Tick.tsx'
import { parseServiceTime } from '../../ui/time/time.ts'
import { When } from '../../ui/time/When.tsx'
import { savingMessages } from '../saving/saving.messages.ts'
import { StepDeadline } from './StepDeadline.tsx'
import { StepMenu } from './StepMenu.tsx'
import classes from './StepSection.module.css'
import { StepWords } from './StepWords.tsx'
import type { ShownStep } from './step-changes.ts'
import type { StepDrag } from './step-drag.ts'
import { stepMessages } from './steps.messages.ts'
import type { Steps } from './steps.queries.ts'

export interface StepProps {
  step: ShownStep
  steps: Steps
  move(by: -1 | 1): void
  take(): void
}

interface Props extends StepProps {
  entry: Entity
  id: string
  /** The URL names it. */
  isLinked: boolean
  isNext: boolean
  isReadOnly: boolean
  drag: StepDrag
}

/** Space ticks it, Alt and an arrow or its grip moves it, Delete deletes it, a click edits its words. */
export function StepRow({ id, entry, step, steps, isLinked, isNext, isReadOnly, drag, move, take }: Props) {
  const text = useMessages(stepMessages)
  const [isSettingDeadline, setSettingDeadline] = useState(false)
  const isFixed = step.is_immutable === 1
  const isDone = step.finished === 1
  const canChange = !isReadOnly && !(isFixed && steps.keepsFixed)
  const press = (event: KeyboardEvent) => {
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
    if (by !== undefined) move(by)
    else if (event.key === 'Delete') take()
    else return
    event.preventDefault()
  }
  return (
    <li
      id={id}
      className={classes.row}
      tabIndex={-1}
      data-done={isDone || undefined}
      data-linked={isLinked || undefined}
      data-next={isNext || undefined}
      data-over={drag.over === step.ref || undefined}
      {...drag.placeOf(step.ref)}
    >
      {canChange && (
        <span className={`${classes.grip} no-print`} title={text.drag} aria-hidden="true" {...drag.gripOf(step.ref)}>
          <GripVertical size={16} />
        </span>
      )}
      <Tick
        label={text.finish(step.body)}
        isTicked={isDone}
        isDisabled={isReadOnly}
        tick={(isTicked) => steps.finish(step.ref, isTicked ? 1 : 0)}
        press={press}
      />
      <div className={classes.main}>
        <span className={classes.words}>
          {canChange ? <StepWords entry={entry} step={step} steps={steps} /> : step.body}
        </span>
        <Facts {...{ step, steps, isNext }} edit={isReadOnly ? undefined : () => setSettingDeadline(true)} />
        {isSettingDeadline && <StepDeadline step={step} steps={steps} close={() => setSettingDeadline(false)} />}
      </div>
      {isFixed && <Lock size={14} role="img" aria-label={text.fixed} className={classes.sign} />}
      {!isReadOnly && <StepMenu {...{ step, steps, move, take }} setDeadline={() => setSettingDeadline(true)} />}
    </li>
  )
}

interface FactsProps {
  step: ShownStep
  steps: Steps
  isNext: boolean
  edit: (() => void) | undefined
}

function Facts({ step, steps, isNext, edit }: FactsProps) {
  const text = useMessages(stepMessages)
  const saving = useMessages(savingMessages)
  const { deadline, finished_time, finished } = step
  const isOverdue = deadline !== null && parseServiceTime(deadline).getTime() < Date.now()
  const due = deadline !== null && (
    <>
      {step.deadline_notif === 1 ? (
        <Bell size={14} role="img" aria-label={text.reminded} />
      ) : (
        <AlarmClock size={14} aria-hidden="true" />
      )}
      {isOverdue ? text.overdue : text.due} <When at={deadline} />
    </>
  )
  return (
    <span className={classes.facts}>
      {isNext && <span className={classes.next}>{text.next}</span>}
      {due && edit && (
        <button type="button" className={classes.due} data-overdue={isOverdue || undefined} onClick={edit}>
          {due}
        </button>
      )}
      {due && !edit && (
        <span className={classes.due} data-overdue={isOverdue || undefined}>
          {due}
        </span>
      )}
      {finished === 1 && finished_time !== null && <When at={finished_time} />}
      {step.isUnsent && steps.isOffline && <span>{saving.offline}</span>}
    </span>
  )
}
