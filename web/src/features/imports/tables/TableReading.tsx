import {
  TABLE_DECIMALS,
  TABLE_ENCODINGS,
  TABLE_SEPARATORS,
  type TableChoices,
  type TableGuess,
} from '@aliquot/contract/import-tables'
import { Checkbox, NativeSelect, Title } from '@mantine/core'
import { useMessages } from '../../../i18n/messages.tsx'
import classes from './TableView.module.css'
import { tableMessages } from './table.messages.ts'
import { withReading } from './table-choices.ts'

interface Props {
  table: TableGuess
  choices: TableChoices | null
  choose(choices: TableChoices): void
}

/** How the file is read. All of it was guessed, and can be changed. */
export function TableReading({ table, choices, choose }: Props) {
  const text = useMessages(tableMessages)
  const now = { ...table, ...known(choices) }
  const set = (reading: Partial<Omit<TableChoices, 'columns'>>) => choose(withReading(choices, reading))
  const named = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>, guess: string | null) =>
    values.map((value) => ({ value, label: value === guess ? text.guessed(names[value]) : names[value] }))
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {text.reading}
      </Title>
      <div className={classes.fields}>
        {table.sheets.length > 1 && (
          <NativeSelect
            label={text.sheet}
            value={now.sheet ?? ''}
            data={table.sheets}
            onChange={({ currentTarget }) => set({ sheet: currentTarget.value })}
          />
        )}
        {table.separator !== null && (
          <NativeSelect
            label={text.separator}
            value={now.separator ?? ''}
            data={named(TABLE_SEPARATORS, text.separators, table.guessed.separator)}
            onChange={({ currentTarget }) => set({ separator: oneOf(TABLE_SEPARATORS, currentTarget.value) })}
          />
        )}
        {table.encoding !== null && (
          <NativeSelect
            label={text.encoding}
            value={now.encoding ?? ''}
            data={named(TABLE_ENCODINGS, text.encodings, table.guessed.encoding)}
            onChange={({ currentTarget }) => set({ encoding: oneOf(TABLE_ENCODINGS, currentTarget.value) })}
          />
        )}
        <NativeSelect
          label={text.decimal}
          value={now.decimal}
          data={named(TABLE_DECIMALS, text.decimals, table.guessed.decimal)}
          onChange={({ currentTarget }) => set({ decimal: oneOf(TABLE_DECIMALS, currentTarget.value) })}
        />
      </div>
      <Checkbox
        mt="sm"
        size="md"
        label={text.header}
        checked={now.header}
        onChange={({ currentTarget }) => set({ header: currentTarget.checked })}
      />
    </section>
  )
}

function known(choices: TableChoices | null): Partial<Pick<TableGuess, 'sheet' | 'separator' | 'encoding'>> & object {
  const { columns: _, ...reading } = choices ?? {}
  return Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== null && value !== undefined))
}

function oneOf<T extends string>(values: readonly T[], value: string): T | null {
  return values.find((one) => one === value) ?? null
}
