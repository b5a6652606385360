import type { Entity } from '@aliquot/contract/entities'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Language } from '../../i18n/catalogue.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { calendarDay } from '../../ui/time/calendar-day.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { isObject } from '../entry-data/extra-fields.ts'
import { kindOf, labelsOf } from '../labels/labels.queries.ts'
import { permissionMessages } from '../permissions/permissions.messages.ts'
import { asLevel, levelText } from '../permissions/permissions.ts'
import { type FieldName, splitName } from '../saving/entry-fields.ts'
import type { FieldProblem } from '../saving/field-saver.ts'
import { keepField } from '../saving/live-fields.ts'
import { ProblemCard, ProblemList } from '../saving/ProblemCard.tsx'
import { savingMessages } from '../saving/saving.messages.ts'
import type { KeptFields } from '../saving/use-kept-fields.ts'
import { useSession } from '../session/session.queries.ts'

/** Changes that conflict or were refused, each with its field and the ways out. */
export function KeptProblems({ kept, listRef }: { kept: KeptFields; listRef: RefObject<HTMLUListElement | null> }) {
  if (kept.problems.length === 0) return null
  return (
    <ProblemList listRef={listRef}>
      {kept.problems.map((problem) => (
        <ProblemRow key={problem.field} entry={kept.entry} problem={problem} resolve={kept.resolve} />
      ))}
    </ProblemList>
  )
}

interface RowProps {
  entry: Entity
  problem: FieldProblem
  resolve: KeptFields['resolve']
}

function ProblemRow({ entry, problem, resolve }: RowProps) {
  const text = useMessages(savingMessages)
  const { show } = useToasts()
  const { nameOf, wordsOf } = useFieldWords(entry)
  const { field, mine } = problem
  const name = nameOf(field)
  const letGo = () => {
    resolve(field, 'theirs')
    show({ message: text.letGone(name), undo: () => keepField(entry.id, field, mine) })
  }
  const isConflict = problem.kind === 'conflict'
  return (
    <ProblemCard
      name={name}
      mine={wordsOf(field, mine)}
      theirs={isConflict ? wordsOf(field, problem.theirs) : undefined}
      why={isConflict ? undefined : problem}
      keepMine={() => resolve(field, 'mine')}
      letGo={letGo}
    />
  )
}

/** The display text of fields and values. */
function useFieldWords(entry: Entity) {
  const text = useMessages(entryMessages)
  const sharing = useMessages(permissionMessages)
  const { language } = useLanguage()
  const { userid, team } = useSession()
  const client = useQueryClient()

  function nameOf(field: FieldName): string {
    const { kind, name } = splitName(field)
    if (kind === 'value' || kind === 'field') return name
    if (kind === 'unit') return text.unitOf(name)
    if (isSharing(kind)) return kind.startsWith('canread') ? sharing.see : sharing.change
    return text[kind]
  }

  function wordsOf(field: FieldName, value: unknown): string {
    const { kind } = splitName(field)
    if (isSharing(kind) && kind.endsWith('_base')) {
      return levelText(asLevel(Number(value)), entry, userid, sharing)
    }
    if (kind === 'rating') return Number(value) === 0 ? text.noRating : text.stars(Number(value))
    if (kind === 'date') return dayOf(value, language)
    if (kind === 'category' || kind === 'status') return labelOf(kind, value)
    if (value === null) return text.keptRemoved
    const plain = isObject(value) ? value.value : value
    const words = Array.isArray(plain)
      ? plain.join(', ')
      : typeof plain === 'string'
        ? plain
        : JSON.stringify(plain ?? '')
    return words === '' ? text.noValue : words
  }

  /** Labels are stored by id; mostly their name is cached. */
  function labelOf(field: 'category' | 'status', value: unknown): string {
    if (value === null) return text.noValue
    const { queryKey } = labelsOf(team, kindOf(entry.type, field))
    return client.getQueryData(queryKey)?.find(({ id }) => id === value)?.title ?? String(value)
  }

  return { nameOf, wordsOf }
}

type Kind = ReturnType<typeof splitName>['kind']

function isSharing(kind: Kind): kind is Extract<Kind, `can${string}`> {
  return kind.startsWith('can')
}

function dayOf(value: unknown, language: Language): string {
  return typeof value === 'string' && value !== '' ? calendarDay(value, language) : ''
}
