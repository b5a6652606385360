import type { Entity } from '@aliquot/contract/entities'
import { Badge, Group, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { ApiError } from '../../../api/client.ts'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { When } from '../../../ui/time/When.tsx'
import { plainText } from '../../../ui/words/plain-text.ts'
import { entryQuery } from '../../entry-data/entry.queries.ts'
import { type EntryRef, entryLink } from '../../entry-data/entry-types.ts'
import { renderedMessages } from '../rendered-text.messages.ts'
import classes from './EntryPreview.module.css'
import { useLinkPreview } from './use-link-preview.ts'

/** A preview card of a linked entry. It stays while it has the pointer or the focus. */
export function EntryPreview({ area, editor }: { area: RefObject<HTMLElement | null>; editor?: Editor }) {
  const text = useMessages(renderedMessages)
  const { preview, keep, leave, close } = useLinkPreview(area, editor)
  if (!preview) return null
  return (
    <Paper
      className={`${classes.card} no-print`}
      style={placeBeside(preview.at)}
      role="group"
      aria-label={text.entryPreview}
      shadow="md"
      withBorder
      p="sm"
      onPointerEnter={keep}
      onPointerLeave={leave}
      onFocus={keep}
      onBlur={leave}
    >
      <div aria-live="polite">
        <Content entry={preview.entry} close={close} />
      </div>
    </Paper>
  )
}

const FRESH_MS = 60_000

function Content({ entry, close }: { entry: EntryRef; close(): void }) {
  const text = useMessages(renderedMessages)
  const { data, error } = useQuery({ ...entryQuery(entry), staleTime: FRESH_MS })
  if (data) return <Summary entry={data.data} close={close} />
  if (error) {
    const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 403)
    return <Text size="sm">{isRefused ? text.entryUnavailable : text.entryUnreachable}</Text>
  }
  return (
    <Stack gap="xs" aria-busy>
      <VisuallyHidden>{text.entryLoading}</VisuallyHidden>
      <Skeleton height={14} width="70%" />
      <Skeleton height={10} width="45%" />
      <Skeleton height={10} />
    </Stack>
  )
}

const ARCHIVED = 2
const DELETED = 3

function Summary({ entry, close }: { entry: Entity; close(): void }) {
  const text = useMessages(renderedMessages)
  const common = useMessages(commonMessages)
  const lines = useMemo(() => firstLines(entry.body_html ?? ''), [entry.body_html])
  return (
    <Stack gap="2xs">
      <Link className={classes.title} {...entryLink(entry)} onClick={close}>
        {entry.title || common.untitled}
      </Link>
      <Group gap="xs">
        <Text size="xs" c="var(--quiet)">
          {text.types[entry.type]}
        </Text>
        {entry.status_title && <Mark>{entry.status_title}</Mark>}
        {entry.state === ARCHIVED && <Mark>{text.entryArchived}</Mark>}
        {entry.state === DELETED && <Mark>{text.entryDeleted}</Mark>}
        {entry.locked === 1 && <Mark>{text.entryLocked}</Mark>}
        <Text size="xs" c="var(--quiet)">
          {entry.fullname} · {text.changed} <When at={entry.modified_at} />
        </Text>
      </Group>
      <Text size="sm" lineClamp={3} c={lines === '' ? 'var(--quiet)' : undefined}>
        {lines || text.entryEmpty}
      </Text>
    </Stack>
  )
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <Badge variant="default" size="sm" tt="none">
      {children}
    </Badge>
  )
}

/** The start of a text is enough; a cut picture loses only its tag. */
function firstLines(html: string): string {
  return plainText(html.slice(0, 4000)).replace(/\s+/g, ' ').slice(0, 300)
}

/** Below the link, or above it if there is no room. */
function placeBeside({ left, top, bottom }: DOMRect) {
  const start = Math.max(8, Math.min(left, window.innerWidth - 328))
  return bottom + 180 > window.innerHeight && top > 180
    ? { left: start, bottom: window.innerHeight - top + 4 }
    : { left: start, top: bottom + 4 }
}
