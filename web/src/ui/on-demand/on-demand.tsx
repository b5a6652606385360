import { Button, Text } from '@mantine/core'
import { type ComponentType, type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useReachability } from '../../api/reachability.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../layout/message.module.css'
import { useToasts } from '../toasts/toasts.tsx'
import { isServiceThere } from './missing-part.ts'
import { bringMissingStyles } from './missing-styles.ts'
import { onDemandMessages } from './on-demand.messages.ts'

interface Waiting {
  /** Shown while it loads. */
  fallback?: ReactNode
  /** Closes an overlay that fails to load. Without it, a line in its place shows the failure. */
  giveUp?(): void
}

interface OnDemand<P> {
  (props: P & Waiting): ReactNode
  /** Preloads it. */
  load(): Promise<void>
}

/** A lazily loaded part of a page. If it fails to load, the page around it stays. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> {
  let Loaded: ComponentType<P> | undefined
  const loadOnce = async () => {
    await bringMissingStyles()
    Loaded ??= await load()
  }
  function Part({ fallback = null, giveUp, ...props }: P & Waiting) {
    const [state, setState] = useState<'waiting' | 'there' | 'missing'>('waiting')
    const tellMissing = useTellMissing()
    const miss = useEffectEvent(() => {
      setState('missing')
      if (!giveUp) return
      giveUp()
      void tellMissing()
    })
    useEffect(() => {
      if (state !== 'waiting') return
      let isWanted = true
      loadOnce().then(
        () => isWanted && setState('there'),
        () => isWanted && miss(),
      )
      return () => {
        isWanted = false
      }
    }, [state])
    if (Loaded) return <Loaded {...(props as unknown as P)} />
    if (state === 'missing' && !giveUp) return <Missing retry={() => setState('waiting')} />
    return fallback
  }
  Part.load = loadOnce
  return Part
}

/** Explains why something does not open. It never breaks the page, which may hold unsaved text. */
export function useTellMissing(): () => Promise<void> {
  const text = useMessages(onDemandMessages)
  const { show } = useToasts()
  return useCallback(async () => {
    const isThere = await isServiceThere()
    show(isThere ? { message: text.updated, retry: reload, retryLabel: text.reload } : { message: text.needsNetwork })
  }, [text, show])
}

/** Replaces a part that failed to load. It retries once the service answers again. */
function Missing({ retry }: { retry(): void }) {
  const common = useMessages(commonMessages)
  const text = useMessages(onDemandMessages)
  const isReached = useReachability() === 'reached'
  const [isThere, setThere] = useState<boolean>()
  const retryNow = useEffectEvent(retry)
  useEffect(() => void isServiceThere().then(setThere), [])
  useEffect(() => {
    if (isThere === false && isReached) retryNow()
  }, [isThere, isReached])
  if (isThere === undefined) return null
  return (
    <div role="status" className={`${classes.line} no-print`}>
      <Text size="sm" c="var(--quiet)">
        {isThere ? text.updated : text.needsNetwork}
      </Text>
      <Button variant="default" size="compact-md" onClick={isThere ? reload : retry}>
        {isThere ? text.reload : common.retry}
      </Button>
    </div>
  )
}

function reload(): void {
  location.reload()
}
