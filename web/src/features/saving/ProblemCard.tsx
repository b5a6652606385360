import { Button, Group, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { Refused } from '../../api/refused.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useDescribeProblem } from '../../i18n/problem.ts'
import classes from './ProblemCard.module.css'
import { savingMessages } from './saving.messages.ts'

/** Changes that conflict or were refused, for the person to decide. */
export function ProblemList({ children, listRef }: { children: ReactNode; listRef?: Ref<HTMLUListElement> }) {
  const text = useMessages(savingMessages)
  return (
    <ul ref={listRef} tabIndex={-1} className={`${classes.list} no-print`} aria-label={text.problems}>
      {children}
    </ul>
  )
}

interface Props {
  /** What it is about. */
  name: string
  mine: string
  /** What somebody else stored instead; undefined if it was refused. */
  theirs?: string | undefined
  /** Why it was refused. */
  why?: Refused | undefined
  keepMine(): void
  letGo(): void
}

/** One change with both versions or the reason, and the choices. */
export function ProblemCard({ name, mine, theirs, why, keepMine, letGo }: Props) {
  const text = useMessages(savingMessages)
  const describe = useDescribeProblem()
  const isConflict = theirs !== undefined
  const reason = isConflict || !why ? undefined : describe(why)
  return (
    <li className={classes.problem}>
      <TriangleAlert size={18} aria-hidden="true" className={classes.sign} />
      <div className={classes.words} role="alert">
        <Text size="sm" fw={500}>
          {isConflict ? text.changedToo(name) : text.refused(name, reason?.message ?? '')}
        </Text>
        {reason?.detail && (
          <Text size="sm" c="var(--quiet)">
            {reason.detail}
          </Text>
        )}
        <dl className={classes.values}>
          <div>
            <dt>{text.yours}</dt>
            <dd>{mine}</dd>
          </div>
          {isConflict && (
            <div>
              <dt>{text.onServer}</dt>
              <dd>{theirs}</dd>
            </div>
          )}
        </dl>
      </div>
      <Group gap="xs">
        <Button size="compact-sm" h={32} variant="default" onClick={keepMine}>
          {isConflict ? text.keepMine : text.tryAgain}
        </Button>
        <Button size="compact-sm" h={32} variant="default" onClick={letGo}>
          {isConflict ? text.keepTheirs : text.letGo}
        </Button>
      </Group>
    </li>
  )
}
