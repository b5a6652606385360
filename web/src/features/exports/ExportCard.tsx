import type { ExportProgress } from '@aliquot/contract/exports'
import { Button, CloseButton, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sayRefusal } from '../../i18n/refusals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { sizeText } from '../../ui/words/size-text.ts'
import type { Exported, ExportFormat } from './download.ts'
import classes from './ExportCard.module.css'
import { exportMessages } from './exports.messages.ts'
import { exportHeard, type Heard, isLost, stopExport } from './exports.queries.ts'
import { hideExports, useAreExportsHidden } from './hidden-exports.ts'

interface Props {
  id: string
  format: ExportFormat
  unit: Exported['unit']
  /** The total, as known before the start. */
  total: number | undefined
  again(): void
  close(): void
}

/** How long a finished export is shown. */
const DONE_SHOWN_FOR = 10_000

/** The progress of an export, until it has ended and somebody has seen it. */
export function ExportCard({ id, format, unit, total, again, close }: Props) {
  const text = useMessages(exportMessages)
  const common = useMessages(commonMessages)
  const { show, fail } = useToasts()
  const title = useId()
  const { data: heard } = useQuery(exportHeard(id))
  const [isStopping, setStopping] = useState(false)
  const state = stateOf(heard)
  const told: Told = { written: 0, bytes: 0, message: '', total: total ?? null, ...heard.progress, state }
  const isOn = state === 'running' || state === 'waiting'
  const isHidden = useAreExportsHidden() && isOn
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(close, DONE_SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [state, close])
  const stop = async () => {
    setStopping(true)
    try {
      if (!(await stopExport(id))) show({ message: text.cannotStop, tone: 'error' })
    } catch (error) {
      fail(error)
    }
    setStopping(false)
  }
  const retry = () => {
    close()
    again()
  }
  const problem = useProblem(told)
  if (isHidden) return null
  return (
    <fieldset className={classes.card} aria-labelledby={title} data-failed={problem?.isFailure}>
      <div className={classes.main}>
        <Text size="sm" fw={600} id={title}>
          {text.exportOf(text.formats[format].name)}
        </Text>
        {isOn && <Bar told={told} label={text.exportOf(text.formats[format].name)} />}
        <Text size="xs" aria-live="off" className={classes.facts}>
          {problem?.words ?? <Facts told={told} unit={unit} />}
        </Text>
        <VisuallyHidden role="status">{problem?.words ?? <Spoken told={told} />}</VisuallyHidden>
      </div>
      {problem?.isFailure && (
        <Button size="compact-sm" variant="subtle" onClick={retry}>
          {common.retry}
        </Button>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        c="var(--quiet)"
        aria-disabled={isStopping}
        onClick={() => (isOn ? void stop() : close())}
      >
        {isOn ? common.cancel : common.close}
      </Button>
      {isOn && <CloseButton size="sm" aria-label={text.hide} title={text.hide} onClick={hideExports} />}
    </fieldset>
  )
}

/** `waiting` before the first report; `unknown` once no more reports will come. */
type State = ExportProgress['state'] | 'waiting' | 'unknown'
type Told = Omit<ExportProgress, 'id' | 'state'> & { state: State }

function stateOf(heard: Heard): State {
  return isLost(heard) ? 'unknown' : (heard.progress?.state ?? 'waiting')
}

function Bar({ told: { written, total }, label }: { told: Told; label: string }) {
  // Without a value the bar is indeterminate.
  const known = total !== null && total > 0 && { max: total, value: Math.min(written, total) }
  return <progress className={classes.bar} aria-label={label} {...known} />
}

/** `1,240 of 100,000 entries · 38 MB` */
function Facts({ told: { state, written, total, bytes }, unit }: { told: Told; unit: Exported['unit'] }) {
  const text = useMessages(exportMessages)
  const { language } = useLanguage()
  if (state === 'waiting') return text.preparing
  const number = (count: number) => count.toLocaleString(localeOf(language))
  const most = total ?? written
  const counted = text.units[unit](most)
  const isDone = state === 'done'
  const count =
    isDone || total === null ? `${number(written)} ${counted}` : text.of(number(written), number(total), counted)
  const facts = `${count} · ${sizeText(bytes, language)}`
  return isDone ? text.doneWith(facts) : facts
}

const QUARTERS = 4

/** Screen readers announce the progress four times, not with every step. */
function Spoken({ told: { state, written, total } }: { told: Told }) {
  const text = useMessages(exportMessages)
  if (state === 'done') return text.done
  if (state !== 'running' || !total) return ''
  const quarter = Math.floor((QUARTERS * written) / total)
  return quarter > 0 ? text.share((100 / QUARTERS) * quarter) : ''
}

interface Problem {
  words: string
  isFailure: boolean
}

/** Why there will be no complete file, or why its state is unknown, and what to do. */
function useProblem({ state, ...told }: Told): Problem | undefined {
  const text = useMessages(exportMessages)
  const { language } = useLanguage()
  if (state === 'failed') {
    return { words: told.message ? text.failedWith(sayRefusal(told, language).message) : text.failed, isFailure: true }
  }
  if (state === 'broken_off') return { words: text.brokenOff, isFailure: true }
  if (state === 'stopped') return { words: text.stopped, isFailure: false }
  if (state === 'unknown') return { words: text.unknown, isFailure: false }
}
