import type { Import } from '@aliquot/contract/imports'
import { Badge, Text, Title } from '@mantine/core'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sayRefusal } from '../../i18n/refusals.ts'
import { sizeText } from '../../ui/words/size-text.ts'
import { ImportActions } from './ImportActions.tsx'
import classes from './ImportPage.module.css'
import { ImportResult } from './ImportResult.tsx'
import { COLORS } from './import-colors.ts'
import { importMessages } from './imports.messages.ts'
import { PreviewView } from './PreviewView.tsx'
import { TableView } from './tables/TableView.tsx'

/** An import: what would come of it, how far it is, or what came of it. */
export function ImportView({ record }: { record: Import }) {
  const text = useMessages(importMessages)
  const { language } = useLanguage()
  const { state, phase, preview, error } = record
  const isGoing = state === 'waiting' || state === 'running'
  const isAhead = state === 'previewed' && preview
  // It stays while the service looks again, or refuses a choice.
  const table = phase === 'preview' && state !== 'stopped' ? preview?.table : undefined
  return (
    <article className={classes.import} data-wide={table ? true : undefined}>
      <div className={classes.titleLine}>
        <Title order={2} size="h3" className={classes.name}>
          {record.name}
        </Title>
        <Badge variant="dot" color={COLORS[state]} tt="none">
          {isGoing ? text.phases[phase] : text.states[state]}
        </Badge>
        <Text size="sm" c="var(--quiet)">
          {sizeText(record.bytes, language)}
        </Text>
      </div>
      {isGoing && !table && <Progress record={record} />}
      {error && (
        <Text role="alert" className={classes.problem}>
          {sayRefusal(error, language).message}
        </Text>
      )}
      {table && preview ? (
        <TableView record={record} preview={preview} table={table} />
      ) : (
        <>
          <ImportActions record={record} />
          {isAhead ? (
            <PreviewView preview={preview} />
          ) : (
            phase !== 'preview' && !isGoing && <ImportResult record={record} />
          )}
        </>
      )}
    </article>
  )
}

function Progress({ record: { phase, done, total, made, removed, kept } }: { record: Import }) {
  const text = useMessages(importMessages)
  const { language } = useLanguage()
  const number = (count: number) => count.toLocaleString(localeOf(language))
  const [value, max] = phase === 'undo' ? [removed + kept, made] : [done, total]
  const known = max !== null && max > 0 && { max, value: Math.min(value, max) }
  return (
    <div className={classes.progress}>
      <progress className={classes.bar} aria-label={text.phases[phase]} {...known} />
      <Text size="sm" c="var(--quiet)" aria-live="off">
        {known ? text.progress(number(value), number(known.max)) : text.looked(number(value))}
      </Text>
    </div>
  )
}
