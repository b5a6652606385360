import type { Entity } from '@aliquot/contract/entities'
import { Button, Text } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { DiffText } from './DiffText.tsx'
import { textOfHtml } from './html-text.ts'
import classes from './Moments.module.css'
import { momentMessages } from './moments.messages.ts'
import { type ThenField, type Wanted, wantedBody, wantedOf } from './then-fields.ts'

interface Props {
  then: Entity
  other: Entity
  /** The names of the two moments. */
  names: [then: string, other: string]
  fields: readonly ThenField[]
  /** Undefined if nothing can be restored. */
  restore: ((wanted: Wanted, what: string) => void) | undefined
}

const MARKDOWN = 2

/** The differences between two moments: fields side by side, the text as a word diff. */
export function CompareMoments({ then, other, names, fields, restore }: Props) {
  const text = useMessages(momentMessages)
  const differing = fields.filter(({ read }) => read(then) !== read(other))
  const differsInText = then.body !== other.body || then.content_type !== other.content_type
  if (differing.length === 0 && !differsInText) return <Text role="status">{text.same}</Text>
  return (
    <section aria-label={text.differing}>
      {differing.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => {
              const what = text.fields[field.name]
              const wanted = wantedOf(field, then)
              return (
                <tr key={field.name}>
                  <th scope="row">
                    {what}
                    {restore && wanted && <Restore what={what} run={() => restore(wanted, what)} />}
                  </th>
                  <td data-label={names[0]}>{field.read(then) || <i>{text.empty}</i>}</td>
                  <td data-label={names[1]}>{field.read(other) || <i>{text.empty}</i>}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {differsInText && (
        <div>
          <div className={classes.textHead}>
            {text.text}
            {restore && <Restore what={text.text} run={() => restore(wantedBody(then), text.text)} />}
          </div>
          <DiffText before={wordsOf(then)} after={wordsOf(other)} />
        </div>
      )}
    </section>
  )
}

function Restore({ what, run }: { what: string; run(): void }) {
  const text = useMessages(momentMessages)
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      className={classes.restore}
      leftSection={<Undo2 size={14} aria-hidden="true" />}
      onClick={run}
    >
      {text.restore(what)}
    </Button>
  )
}

function wordsOf({ body, content_type }: Entity): string {
  return content_type === MARKDOWN ? (body ?? '') : textOfHtml(body ?? '')
}
