import { DATE_ORDERS, TABLE_TARGETS, type TableColumn, type TableTarget } from '@aliquot/contract/import-tables'
import { NativeSelect, Text } from '@mantine/core'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { ColumnField } from './ColumnField.tsx'
import classes from './ColumnRow.module.css'
import { tableMessages } from './table.messages.ts'
import type { Details } from './table-choices.ts'

interface Props {
  column: TableColumn
  looked: number
  setTarget(target: TableTarget): void
  setDetails(details: Details): void
}

/** A column with some of its values, and what it becomes. */
export function ColumnRow({ column, looked, setTarget, setDetails }: Props) {
  const text = useMessages(tableMessages)
  const { language } = useLanguage()
  const { number, name, kind, samples, filled, target, field, order } = column
  const title = name || text.unnamed(number)
  const count = (value: number) => value.toLocaleString(localeOf(language))
  const hasDates =
    target === 'date' || (target === 'field' && (field?.type === 'date' || field?.type === 'datetime-local'))
  return (
    <li className={classes.row} data-ignored={target === 'ignore' || undefined}>
      <div className={classes.about}>
        <div className={classes.name} dir="auto">
          {title}
        </div>
        <Text size="sm" c="var(--quiet)" className={classes.samples} dir="auto">
          {samples.join(' · ') || text.empty}
        </Text>
        {filled > 0 && filled < looked && (
          <Text size="xs" c="var(--quiet)">
            {text.filled(count(filled), count(looked))}
          </Text>
        )}
      </div>
      <div className={classes.choice}>
        <NativeSelect
          aria-label={text.target(title)}
          value={target}
          data={TABLE_TARGETS.map((value) => ({ value, label: text.targets[value] }))}
          onChange={({ currentTarget }) => {
            const chosen = TABLE_TARGETS.find((value) => value === currentTarget.value)
            if (chosen) setTarget(chosen)
          }}
        />
        {hasDates && (
          <NativeSelect
            mt="2xs"
            aria-label={text.orderOf(title)}
            value={order ?? ''}
            data={[
              ...(order ? [] : [{ value: '', label: text.guessedOrder }]),
              ...DATE_ORDERS.map((value) => ({ value, label: text.orders[value] })),
            ]}
            onChange={({ currentTarget }) =>
              setDetails({ order: DATE_ORDERS.find((value) => value === currentTarget.value) ?? null })
            }
          />
        )}
      </div>
      {target === 'field' && kind !== 'empty' && field && <ColumnField title={title} field={field} set={setDetails} />}
    </li>
  )
}
