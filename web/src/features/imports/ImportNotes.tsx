import { Title } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { importMessages } from './imports.messages.ts'
import { tableMessages } from './tables/table.messages.ts'

interface Note {
  code: string
  message: string
}

/** The words of a note in the reader's language; what a newer service says in those of the service. */
export function useNoteWords(): (note: Note) => string {
  const { note: words } = useMessages(importMessages)
  return ({ code, message }) => (Object.hasOwn(words, code) ? words[code as keyof typeof words] : message)
}

interface Props {
  title: string
  notes: readonly (Note & { count: number; examples: readonly string[]; rows: readonly number[] })[]
}

/** What does not come in as it is in the source. */
export function ImportNotes({ title, notes }: Props) {
  const text = useMessages(importMessages)
  const { inRows } = useMessages(tableMessages)
  const words = useNoteWords()
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      <ul className={rows.rows} aria-label={title}>
        {notes.map((note) => (
          <li key={note.code} className={rows.row}>
            <div className={rows.main}>
              <div className={rows.title}>{words(note)}</div>
              {(note.count > 1 || note.examples.length > 0 || note.rows.length > 0) && (
                <div className={rows.facts}>
                  {note.count > 1 && <span>{text.times(note.count)}</span>}
                  {note.rows.length > 0 && (
                    <span>
                      {inRows(note.rows.join(', '), note.rows.length === 1)}
                      {note.rows.length < note.count && ' …'}
                    </span>
                  )}
                  {note.examples.map((example) => (
                    <span key={example}>{example}</span>
                  ))}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Notes by their kind, with what a few of them are about. */
export function groupNotes(
  notes: readonly (Note & { about: string; title: string; row: number | null })[],
): Props['notes'] {
  const groups = new Map<string, Note & { count: number; examples: string[]; rows: number[] }>()
  for (const { code, message, about, title, row } of notes) {
    const group = groups.get(code) ?? { code, message, count: 0, examples: [], rows: [] }
    groups.set(code, group)
    group.count++
    if (row !== null && group.rows.length < MOST_ROWS && !group.rows.includes(row)) group.rows.push(row)
    const example = [title, about].filter((part) => part !== '').join(': ')
    if (example !== '' && group.examples.length < MOST_EXAMPLES && !group.examples.includes(example)) {
      group.examples.push(example)
    }
  }
  return [...groups.values()]
}

const MOST_EXAMPLES = 8
const MOST_ROWS = 20
