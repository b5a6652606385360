import { Menu } from '@mantine/core'
import { AlarmClock, ArrowDown, ArrowUp, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { Keys } from '../../ui/keys/Keys.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import type { StepProps } from './StepRow.tsx'
import { stepMessages } from './steps.messages.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

/** Rarely used actions on a step. */
export function StepMenu({ step, steps, move, take, setDeadline }: StepProps & { setDeadline(): void }) {
  const text = useMessages(stepMessages)
  const isFixed = step.is_immutable === 1
  return (
    <MoreMenu label={text.menu(step.body)} width={250}>
      {step.finished === 0 && (
        <Menu.Item leftSection={<AlarmClock {...ICON} />} onClick={setDeadline}>
          {step.deadline === null ? text.setDeadline : text.changeDeadline}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<ArrowUp {...ICON} />}
        rightSection={<Keys of="Alt ArrowUp" />}
        disabled={!steps.canMove(step.ref, -1)}
        onClick={() => move(-1)}
      >
        {text.moveUp}
      </Menu.Item>
      <Menu.Item
        leftSection={<ArrowDown {...ICON} />}
        rightSection={<Keys of="Alt ArrowDown" />}
        disabled={!steps.canMove(step.ref, 1)}
        onClick={() => move(1)}
      >
        {text.moveDown}
      </Menu.Item>
      {!steps.keepsFixed && (
        <Menu.Item
          leftSection={isFixed ? <LockOpen {...ICON} /> : <Lock {...ICON} />}
          onClick={() => steps.fix(step.ref, isFixed ? 0 : 1)}
        >
          {isFixed ? text.unfix : text.fix}
        </Menu.Item>
      )}
      {typeof step.ref === 'number' && (
        <Menu.Item
          leftSection={<Trash2 {...ICON} />}
          rightSection={<Keys of="Delete" />}
          c="var(--danger)"
          onClick={take}
        >
          {text.remove}
        </Menu.Item>
      )}
    </MoreMenu>
  )
}
