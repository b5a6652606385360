import type { Entity } from '@aliquot/contract/entities'
import { Menu, Text, Title } from '@mantine/core'
import { Lock, LockOpen } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { useLinkedPart } from '../../ui/words/linked-part.ts'
import { StepInput } from './StepInput.tsx'
import { StepProblems } from './StepProblems.tsx'
import { StepRow } from './StepRow.tsx'
import classes from './StepSection.module.css'
import { stepAnchor } from './step-anchor.ts'
import type { StepRef } from './step-changes.ts'
import { useStepDrag } from './step-drag.ts'
import { stepMessages } from './steps.messages.ts'
import { type Steps, useSteps } from './steps.queries.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** The steps of an entry, in order. */
export function StepSection({ entry, isReadOnly }: Props) {
  const text = useMessages(stepMessages)
  const steps = useSteps(entry)
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<StepRef>(undefined)
  // A row that is moved or removed loses the focus.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    list.current?.querySelector<HTMLElement>(`#${stepAnchor(wanted.current)} input`)?.focus()
    wanted.current = undefined
  })
  const drag = useStepDrag(steps.drop)
  const all = steps.steps
  const linked = useLinkedPart(all.map(({ ref }) => stepAnchor(ref)))
  if (all.length === 0 && isReadOnly && steps.refused.length === 0) return null
  const next = all.find(({ finished }) => finished === 0)
  return (
    <section className={classes.section} aria-label={text.title} data-empty={all.length === 0 || undefined}>
      {all.length > 0 && <StepHead steps={steps} isReadOnly={isReadOnly} />}
      {all.length > 0 && (
        <ul className={classes.list} ref={list}>
          {all.map((step, index) => (
            <StepRow
              key={step.ref}
              id={stepAnchor(step.ref)}
              entry={entry}
              step={step}
              steps={steps}
              isLinked={stepAnchor(step.ref) === linked}
              isNext={step === next}
              isReadOnly={isReadOnly}
              drag={drag}
              move={(by) => {
                wanted.current = step.ref
                steps.move(step.ref, by)
              }}
              take={() => {
                wanted.current = (all[index + 1] ?? all[index - 1])?.ref
                steps.take(step)
              }}
            />
          ))}
        </ul>
      )}
      <StepProblems steps={steps} />
      {!isReadOnly && <StepInput entry={entry} steps={steps} />}
    </section>
  )
}

function StepHead({ steps, isReadOnly }: { steps: Steps; isReadOnly: boolean }) {
  const text = useMessages(stepMessages)
  const all = steps.steps
  const done = all.filter(({ finished }) => finished === 1).length
  const isFixed = all.every(({ is_immutable }) => is_immutable === 1)
  return (
    <div className={classes.head}>
      <Title order={2} size="h4">
        {text.title}
      </Title>
      <Text size="sm" c="var(--quiet)" role="status">
        {text.progress(done, all.length)}
      </Text>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ inlineSize: `${(100 * done) / all.length}%` }} />
      </span>
      {!isReadOnly && (
        <MoreMenu label={text.sectionMenu} size={32}>
          <Menu.Item
            leftSection={isFixed ? <LockOpen size={16} aria-hidden="true" /> : <Lock size={16} aria-hidden="true" />}
            onClick={() => steps.fixAll(isFixed ? 0 : 1)}
          >
            {isFixed ? text.unfixAll : text.fixAll}
          </Menu.Item>
        </MoreMenu>
      )}
    </div>
  )
}
