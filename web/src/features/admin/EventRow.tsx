import type { AuditEvent } from '@aliquot/contract/audit'
import type { AuditSubject } from '@aliquot/contract/audit-subjects'
import { Text } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { When } from '../../ui/time/When.tsx'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { auditSubjectMessages } from './audit-subjects.messages.ts'

/** An event as a sentence, with its changes below on demand. */
export function EventRow({ event }: { event: AuditEvent }) {
  const text = useMessages(adminMessages)
  const { fullname, verb, subject, subject_id, via, address, reason } = event
  const said = text.verbs[verb as keyof typeof text.verbs] ?? verb
  const named = useMessages(auditSubjectMessages)[subject as AuditSubject] ?? subject
  const changes = readChanges(event)
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.title}>
          {fullname ?? text.system} · {said}
          {verb.startsWith('signed') ? '' : ` · ${named} ${subject_id}`}
        </div>
        <div className={rows.facts}>
          <span>{via}</span>
          {address && <span>{address}</span>}
          {reason && <span>{reason}</span>}
        </div>
        {changes.length > 0 && (
          <details className={classes.changes}>
            <summary>{event.fields.replaceAll(',', ', ')}</summary>
            <dl>
              {changes.map(({ field, value }) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        {changes.length === 0 && event.fields && <div className={rows.facts}>{event.fields.replaceAll(',', ', ')}</div>}
      </div>
      <Text size="sm" c="var(--quiet)">
        <When at={event.at} />
      </Text>
    </li>
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
