import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ProblemCard, ProblemList } from '../saving/ProblemCard.tsx'
import { savingMessages } from '../saving/saving.messages.ts'
import type { StepChange } from './step-changes.ts'
import { stepMessages } from './steps.messages.ts'
import type { StepProblem, Steps } from './steps.queries.ts'

/** Refused steps and renames, which stay until the person decides. */
export function StepProblems({ steps }: { steps: Steps }) {
  if (steps.refused.length === 0) return null
  return (
    <ProblemList>
      {steps.refused.map((problem) => (
        <StepProblemCard key={problem.change.key} problem={problem} steps={steps} />
      ))}
    </ProblemList>
  )
}

function StepProblemCard({ problem: { change, why, step }, steps }: { problem: StepProblem; steps: Steps }) {
  const text = useMessages(stepMessages)
  const saving = useMessages(savingMessages)
  const { show } = useToasts()
  const name = nameOf(change, step, text)
  const letGo = () => {
    steps.letGo(change)
    show({ message: saving.letGone(name), undo: () => steps.bringBack(change) })
  }
  return (
    <ProblemCard
      name={name}
      mine={wordsOf(change)}
      theirs={why.theirs}
      why={why}
      keepMine={() => steps.tryAgain(onTopOf(change, why.theirs))}
      letGo={letGo}
    />
  )
}

function nameOf(change: StepChange, step: string | undefined, text: (typeof stepMessages)['english']): string {
  if (change.do === 'deadline' && step !== undefined) return text.deadlineOf(step)
  if (change.do === 'rename') return text.step(step ?? change.seen ?? change.body)
  return text.newStep
}

function wordsOf(change: StepChange): string {
  if (change.do === 'add' || change.do === 'rename') return change.body
  return change.do === 'deadline' ? (change.deadline ?? '') : ''
}

/** The same words, based on what somebody else has written since. */
function onTopOf(change: StepChange, theirs: string | undefined): StepChange {
  if (change.do !== 'rename' || theirs === undefined) return change
  const { tried: _, ...rest } = change
  return { ...rest, seen: theirs }
}
