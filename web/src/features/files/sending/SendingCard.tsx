import { Button, CloseButton, Progress, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import type { UploadQueue } from '../../uploads/upload-queue.ts'
import { filesMessages } from '../files.messages.ts'
import classes from './SendingCard.module.css'

const STAYS_MS = 8_000

interface Props {
  queue: UploadQueue
  /** Where the files are listed. */
  section: HTMLElement
  close(): void
}

/** Tells of files being sent while their list is out of sight. */
export function SendingCard({ queue, section, close }: Props) {
  const text = useMessages(filesMessages)
  const common = useMessages(commonMessages)
  const sending = useSyncExternalStore(queue.subscribe, () => queue.shown)
  const seen = useRef(new Set<string>())
  for (const { key } of sending) seen.current.add(key)
  const total = seen.current.size
  const failed = sending.filter(({ error }) => error !== undefined)
  const parts = sending.map(({ sent, size }) => (size === 0 ? 0 : sent / size))
  const done = total - sending.length
  const isDone = sending.length === 0
  const isStuck = !isDone && failed.length === sending.length
  const stuckWords = failed.every(({ isKept }) => isKept) ? text.keptMany : text.failedMany
  const [isHeld, setHeld] = useState(false)
  const end = useEffectEvent(close)
  useEffect(() => {
    if (!isDone || isHeld) return
    const timer = setTimeout(() => end(), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isDone, isHeld])
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && end())
    observer.observe(section)
    return () => observer.disconnect()
  }, [section])
  const show = () => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    section.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
    section.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens on hover or focus but that it stays longer
    <div
      className={classes.card}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.words}>
        <Text size="sm">
          {isDone ? text.arrived(total) : isStuck ? stuckWords(failed.length) : text.sendingPart(done + 1, total)}
        </Text>
        {!isDone && !isStuck && (
          <Progress
            size="xs"
            value={(100 * (done + parts.reduce((sum, part) => sum + part, 0))) / total}
            aria-label={text.sending}
          />
        )}
      </div>
      <Button size="compact-sm" variant="subtle" aria-label={text.showFiles} onClick={show}>
        {text.show}
      </Button>
      <CloseButton size="sm" aria-label={common.close} onClick={close} />
    </div>
  )
}
