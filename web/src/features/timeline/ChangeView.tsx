import type { Entity } from '@aliquot/contract/entities'
import type { TimelineChange } from '@aliquot/contract/timeline'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { kindOf, type LabelField, labelsOf } from '../labels/labels.queries.ts'
import { namesOf } from '../permissions/people.queries.ts'
import { DiffText } from './DiffText.tsx'
import { captionOf, grantedPeople, valueText } from './describe.ts'
import { FromTo } from './FromTo.tsx'
import { momentMessages } from './moments.messages.ts'
import classes from './TimelinePanel.module.css'
import { timelineMessages } from './timeline.messages.ts'

interface Props {
  entry: Entity
  change: TimelineChange
  /** The sentence above has already named the field. */
  isAlone: boolean
  /** There was no value before, so there is nothing to compare. */
  isNew?: boolean
}

/** Fields with sentences, for which the changed words matter. */
const WORDS = new Set(['title', 'comment', 'metadata', 'body'])

/** The old and the new value of a field. */
export function ChangeView({ entry, change, isAlone, isNew = false }: Props) {
  const text = useMessages(timelineMessages)
  const moments = useMessages(momentMessages)
  return (
    <div className={classes.change}>
      {!isAlone && <div className={classes.field}>{captionOf(change.field, text, moments)}</div>}
      <Values entry={entry} change={change} isNew={isNew} />
    </div>
  )
}

function Values({ entry, change: { field, before, after }, isNew }: Omit<Required<Props>, 'isAlone'>) {
  const text = useMessages(timelineMessages)
  const { language } = useLanguage()
  const read = (value: unknown) => valueText(field, value, text, language)
  if (isNew) return <div className={classes.diff}>{read(after)}</div>
  if (WORDS.has(field)) return <DiffText before={read(before)} after={read(after)} />
  if (field === 'tags') return <FromTo gone={without(before, after)} come={without(after, before)} />
  if (field === 'canread' || field === 'canwrite') return <People before={before} after={after} />
  if (field === 'category' || field === 'status') return <Labels entry={entry} {...{ field, before, after }} />
  if (field === 'userid') return <Owners before={before} after={after} />
  return <FromTo gone={[read(before) || text.empty]} come={[read(after) || text.empty]} />
}

function People({ before, after }: { before: unknown; after: unknown }) {
  const text = useMessages(timelineMessages)
  const had = grantedPeople(before)
  const has = grantedPeople(after)
  const { data: names } = useQuery(namesOf([...without(had, has), ...without(has, had)].map(Number)))
  const nameOf = (id: unknown) => names?.get(Number(id)) ?? text.person(Number(id))
  return <FromTo gone={without(had, has).map(nameOf)} come={without(has, had).map(nameOf)} />
}

/** A removed label keeps its number. */
function Labels({ entry, field, before, after }: LabelChange) {
  const text = useMessages(timelineMessages)
  const { data: labels } = useQuery(labelsOf(entry.team, kindOf(entry.type, field)))
  const nameOf = (id: unknown) =>
    id === null ? text.empty : (labels?.find((label) => label.id === id)?.title ?? text.removedLabel(Number(id)))
  // Numbers would flash before the names.
  return labels && <FromTo gone={[nameOf(before)]} come={[nameOf(after)]} />
}

interface LabelChange {
  entry: Entity
  field: LabelField
  before: unknown
  after: unknown
}

function Owners({ before, after }: { before: unknown; after: unknown }) {
  const text = useMessages(timelineMessages)
  const { data: names } = useQuery(namesOf([Number(before), Number(after)]))
  const nameOf = (id: unknown) => names?.get(Number(id)) ?? text.person(Number(id))
  return <FromTo gone={[nameOf(before)]} come={[nameOf(after)]} />
}

/** The items of the first list that are missing in the second. */
function without(list: unknown, other: unknown): string[] {
  const others = Array.isArray(other) ? other : []
  return (Array.isArray(list) ? list : []).filter((one) => !others.includes(one)).map(String)
}
