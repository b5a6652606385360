import { ActionIcon, Button } from '@mantine/core'
import { Pause, Play, Upload, X } from 'lucide-react'
import { ApiError, Unreachable } from '../../../api/client.ts'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { type Problem, useDescribeProblem } from '../../../i18n/problem.ts'
import bar from '../../../ui/layout/bar.module.css'
import { sizeText } from '../../../ui/words/size-text.ts'
import { OnItsWayAlready, Outdated, Unreadable } from '../../uploads/send-large-file.ts'
import type { Sending, UploadQueue } from '../../uploads/upload-queue.ts'
import classes from '../FileSection.module.css'
import { filesMessages } from '../files.messages.ts'

const NO_ROOM = 507

/** A file being sent: its progress, or why it failed. */
export function SendingRow({ sending, queue }: { sending: Sending; queue: UploadQueue }) {
  const text = useMessages(filesMessages)
  const common = useMessages(commonMessages)
  const problem = useProblem(sending.error)
  const { key, name, isKept, error } = sending
  const isWaiting = isKept && error instanceof Unreachable
  return (
    <li className={classes.row}>
      <span className={classes.preview}>
        <Upload size={20} aria-hidden="true" />
      </span>
      <div className={classes.main}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        {isWaiting ? (
          <span className={classes.facts}>{text.kept}</span>
        ) : problem ? (
          <span className={classes.problem} role="alert">
            {problem.message} {problem.detail}
          </span>
        ) : (
          <Progress sending={sending} />
        )}
      </div>
      {sending.isLarge && !problem && <PauseButton sending={sending} queue={queue} />}
      {problem && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={text.retry(name)}
          className={classes.retry}
          onClick={() => queue.retry(key)}
        >
          {common.retry}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--quiet)"
        size={36}
        aria-label={problem ? text.forget(name) : text.stop(name)}
        onClick={() => queue.discard(key)}
      >
        <X size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** One button for both, so that it keeps the focus. */
function PauseButton({ sending: { key, name, isPaused }, queue }: { sending: Sending; queue: UploadQueue }) {
  const text = useMessages(filesMessages)
  const Icon = isPaused ? Play : Pause
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--quiet)"
      size={36}
      className={classes.tool}
      aria-label={isPaused ? text.goOn(name) : text.pause(name)}
      onClick={() => (isPaused ? queue.retry(key) : queue.pause(key))}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

function Progress({ sending }: { sending: Sending }) {
  const text = useMessages(filesMessages)
  const { language } = useLanguage()
  const { name, size, sent, isPaused, isLost } = sending
  const part = text.part(sizeText(sent, language), sizeText(size, language))
  const words = sent === 0 ? text.waiting : sent < size ? part : text.storing
  return (
    <span className={classes.progress} data-still={isPaused || isLost || undefined}>
      <progress className={bar.bar} aria-label={text.progress(name)} max={Math.max(size, 1)} value={sent} />
      <span className={classes.facts}>
        <span>{isPaused || isLost ? part : words}</span>
        <span role="status">{isPaused ? text.paused : isLost ? text.lost : ''}</span>
      </span>
    </span>
  )
}

function useProblem(error: unknown): Problem | undefined {
  const text = useMessages(filesMessages)
  const describe = useDescribeProblem()
  if (error === undefined) return undefined
  if (error instanceof OnItsWayAlready) return { message: text.onItsWay }
  if (error instanceof Unreadable) return { message: text.unreadable }
  if (error instanceof Outdated) return { message: text.outdated }
  const problem = describe(error)
  return error instanceof ApiError && error.status === NO_ROOM ? { ...problem, message: text.noRoom } : problem
}
