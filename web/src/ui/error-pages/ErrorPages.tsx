import { Button, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, Unreachable } from '../../api/client.ts'
import { useReachability } from '../../api/reachability.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../layout/message.module.css'
import { usePageTitle } from '../layout/page-title.ts'
import { isMissingPart, reloadFor, wasReloadedFor } from '../on-demand/missing-part.ts'
import { errorMessages } from './error-pages.messages.ts'

/** Explains an error and what to do. Typed text is kept in the browser. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const common = useMessages(commonMessages)
  const text = useMessages(errorMessages)
  const router = useRouter()
  const retry = () => {
    // Only a reload requests a missing part again.
    if (isMissingPart(error)) return location.reload()
    reset()
    void router.invalidate()
  }
  if (error instanceof ApiError && error.status === 404) return <MissingPage />
  if (error instanceof ApiError && error.status === 403) {
    return <Message title={text.forbidden} hint={text.forbiddenHint} />
  }
  if (error instanceof Unreachable) return <UnreachablePage retry={retry} />
  if (isMissingPart(error) && !wasReloadedFor(error)) return <ReloadingPage error={error} />
  return (
    <Message title={text.title} hint={text.hint} detail={error instanceof Error ? error.message : String(error)}>
      <Button onClick={retry}>{common.retry}</Button>
    </Message>
  )
}

export function MissingPage() {
  const text = useMessages(errorMessages)
  return <Message title={text.notFound} hint={text.notFoundHint} />
}

/** The same without the shell. */
export function OuterCrashPage(props: ErrorComponentProps) {
  return (
    <main>
      <CrashPage {...props} />
    </main>
  )
}

export function OuterMissingPage() {
  return (
    <main>
      <MissingPage />
    </main>
  )
}

/** Recovers by itself once the service answers again. */
function UnreachablePage({ retry }: { retry(): void }) {
  const common = useMessages(commonMessages)
  const text = useMessages(errorMessages)
  const state = useReachability()
  useEffect(() => {
    if (state === 'offline') return
    const timer = setTimeout(retry, 4_000)
    return () => clearTimeout(timer)
  })
  return (
    <Message title={text.unreachable} hint={text.unreachableHint}>
      <Button onClick={retry}>{common.retry}</Button>
    </Message>
  )
}

const ASK_AGAIN_AFTER = 4_000

/** The service was updated under an open page, which is reloaded once. Typed text is kept in the browser. */
function ReloadingPage({ error }: { error: Error }) {
  const text = useMessages(errorMessages)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async () => {
      if (await reloadFor(error)) return
      setAway(true)
      timer = setTimeout(() => void attempt(), ASK_AGAIN_AFTER)
    }
    void attempt()
    return () => clearTimeout(timer)
  }, [error])
  return isAway ? (
    <Message title={text.unreachable} hint={text.unreachableHint} />
  ) : (
    <Message title={text.reloading} hint={text.reloadingHint} />
  )
}

interface MessageProps {
  title: string
  hint: string
  detail?: string
  children?: ReactNode
}

function Message({ title, hint, detail, children }: MessageProps) {
  const text = useMessages(errorMessages)
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="var(--quiet)">{hint}</Text>
      {detail && (
        <Text size="sm" c="var(--quiet)" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
      {children ?? (
        <Button component={Link} to="/experiments">
          {text.backToList}
        </Button>
      )}
    </div>
  )
}
