import { Button, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import type { UploadQueue } from '../../uploads/upload-queue.ts'
import classes from '../FileSection.module.css'
import { filesMessages } from '../files.messages.ts'
import { SendingRow } from './SendingRow.tsx'

/** Of a whole folder only the first ones are shown. */
const MOST_SHOWN = 20

/** Files being sent, and the actions on all that failed. */
export function SendingList({ queue }: { queue: UploadQueue }) {
  const text = useMessages(filesMessages)
  const sending = useSyncExternalStore(queue.subscribe, () => queue.shown)
  if (sending.length === 0) return null
  const failed = sending.filter(({ error }) => error !== undefined)
  const shown = sending.slice(0, MOST_SHOWN)
  const forAll = (work: (key: string) => void) => () => {
    for (const { key } of failed) work(key)
  }
  return (
    <>
      {failed.length > 1 && (
        <div className={classes.failed}>
          <Text size="sm" role="status">
            {failed.every(({ isKept }) => isKept) ? text.keptMany(failed.length) : text.failedMany(failed.length)}
          </Text>
          <Button variant="default" size="compact-md" onClick={forAll(queue.retry)}>
            {text.retryAll}
          </Button>
          <Button variant="subtle" color="gray" c="var(--quiet)" size="compact-md" onClick={forAll(queue.discard)}>
            {text.forgetAll}
          </Button>
        </div>
      )}
      <ul className={classes.list} aria-label={text.sending}>
        {shown.map((one) => (
          <SendingRow key={one.key} sending={one} queue={queue} />
        ))}
      </ul>
      {sending.length > shown.length && (
        <Text size="sm" c="var(--quiet)" py="xs">
          {text.moreOnTheirWay(sending.length - shown.length)}
        </Text>
      )}
    </>
  )
}
