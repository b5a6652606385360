import type { AuditEvent } from '@aliquot/contract/audit'
import type { AuditSubject } from '@aliquot/contract/audit-subjects'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { exactTime, parseServiceTime } from '../../ui/time/time.ts'
import { When } from '../../ui/time/When.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { auditFieldMessages } from './audit-fields.messages.ts'
import { auditSubjectMessages } from './audit-subjects.messages.ts'
import { fieldWord, fieldWords, viaWord } from './audit-words.ts'

/** An event as a sentence, with its changes below on demand. */
export function EventRow({ event }: { event: AuditEvent }) {
  const text = useMessages(adminMessages)
  const { fullname, verb, subject, subject_id, via, address, reason } = event
  const said = text.verbs[verb as keyof typeof text.verbs] ?? verb
  const named = useMessages(auditSubjectMessages)[subject as AuditSubject] ?? subject
  const { names } = useMessages(auditFieldMessages)
  const { language } = useLanguage()
  // A new entry has all of its fields: their names would say nothing.
  const isNewEntry = subject === 'entity' && verb === 'created'
  const fields = isNewEntry ? '' : fieldWords(event.fields, names).join(', ')
  const changes = readChanges(event)
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.title}>
          {fullname ?? text.system} · {said}
          {verb.startsWith('signed') || event.subject === 'entity' ? '' : ` · ${named} ${subject_id}`}
          {event.entity_id !== null && <EntryName event={event} />}
        </div>
        <div className={rows.facts}>
          <span>{viaWord(via, text.means)}</span>
          {address && <span>{address}</span>}
          {reason && <span>{reason}</span>}
        </div>
        {changes.length > 0 && (
          <details className={classes.changes}>
            <summary>{fields}</summary>
            <dl>
              {changes.map(({ field, value }) => (
                <div key={field}>
                  <dt>{fieldWord(field, names)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        {changes.length === 0 && fields && <div className={rows.facts}>{fields}</div>}
      </div>
      <Text size="sm" c="var(--quiet)" ta="end" component="div">
        <div>{exactTime(parseServiceTime(event.at), language)}</div>
        <When at={event.at} />
      </Text>
    </li>
  )
}

/** The title with a link, if one may read the entry. */
function EntryName({ event: { entity_id, entity_type, entity_title } }: { event: AuditEvent }) {
  const text = useMessages(adminMessages)
  const { untitled } = useMessages(commonMessages)
  const kind = entity_type === null ? text.entry : text.entryTypes[entity_type]
  if (entity_id === null) return null
  if (entity_type === null || entity_title === null) return ` · ${kind} ${entity_id}`
  return (
    <>
      {` · ${kind} `}
      <Link className={classes.entry} {...entryLink({ type: entity_type, id: entity_id })}>
        {entity_title || untitled}
      </Link>
    </>
  )
}

/** `admin: 0 → 1`. Compressed values are not unpacked. */
function readChanges({ changes }: AuditEvent): { field: string; value: string }[] {
  if (changes === null) return []
  const read = JSON.parse(changes) as Record<string, { before?: unknown; after?: unknown }>
  return Object.entries(read).map(([field, change]) => {
    const values = [change.before, change.after].filter((value) => value !== undefined)
    return {
      field,
      value: values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' → '),
    }
  })
}
