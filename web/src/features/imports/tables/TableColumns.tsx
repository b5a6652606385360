import type { TableChoices, TableGuess } from '@aliquot/contract/import-tables'
import { Button, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import rows from '../../../ui/layout/Rows.module.css'
import { ColumnRow } from './ColumnRow.tsx'
import { tableMessages } from './table.messages.ts'
import { chosenColumns, withDetails, withRest, withTarget } from './table-choices.ts'

interface Props {
  table: TableGuess
  /** Rows that the service looked at. */
  looked: number
  choices: TableChoices | null
  choose(choices: TableChoices): void
}

/** More at once would make the page slow. */
const SHOWN = 60

/** With fewer columns each is quickly chosen by itself. */
const MANY = 6

/** The columns, each with some of its values and a choice of what it becomes. */
export function TableColumns({ table, looked, choices, choose }: Props) {
  const text = useMessages(tableMessages)
  const [most, setMost] = useState(SHOWN)
  const columns = chosenColumns(table, choices)
  const isLong = columns.filter(({ target }) => target === 'field' || target === 'ignore').length >= MANY
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {text.columns}
      </Title>
      {isLong && (
        <Group gap="xs" mb="xs">
          <Button size="compact-sm" variant="default" onClick={() => choose(withRest(columns, choices, 'field'))}>
            {text.restAsFields}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => choose(withRest(columns, choices, 'ignore'))}>
            {text.restAsNothing}
          </Button>
        </Group>
      )}
      <ul className={rows.rows} aria-label={text.columns}>
        {columns.slice(0, most).map((column) => (
          <ColumnRow
            key={column.number}
            column={column}
            looked={looked}
            setTarget={(target) => choose(withTarget(columns, choices, column.number, target))}
            setDetails={(details) => choose(withDetails(column, choices, details))}
          />
        ))}
      </ul>
      {columns.length > most && (
        <Button mt="xs" variant="default" onClick={() => setMost(most + SHOWN)}>
          {text.moreColumns(Math.min(SHOWN, columns.length - most))}
        </Button>
      )}
    </section>
  )
}
