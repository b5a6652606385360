import { NativeSelect, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useMessages } from '../../../../i18n/messages.tsx'
import { viewerMessages } from '../viewer.messages.ts'
import { DELIMITERS, SPACES } from './delimited.ts'
import type { Decimals } from './numbers.ts'
import type { Reading } from './read-table.ts'
import classes from './TableView.module.css'

interface Props {
  filter: string
  setFilter(filter: string): void
  reading: Reading
  setReading(reading: Reading): void
}

/** Which rows are shown, and how the file is read where we guess wrong. */
export function TableTools({ filter, setFilter, reading, setReading }: Props) {
  const text = useMessages(viewerMessages)
  const { separators, decimalSigns } = text
  const delimiters = [...DELIMITERS, SPACES] as (keyof typeof separators)[]
  const signs: Decimals[] = ['point', 'comma']
  return (
    <>
      <TextInput
        type="search"
        leftSection={<Search size={16} aria-hidden />}
        className={classes.filter ?? ''}
        aria-label={text.filterRows}
        placeholder={text.filterHint}
        value={filter}
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
      />
      <NativeSelect
        className={classes.reading ?? ''}
        aria-label={text.separator}
        value={reading.delimiter ?? ''}
        data={[
          { value: '', label: text.anySeparator },
          ...delimiters.map((value) => ({ value, label: separators[value] })),
        ]}
        onChange={({ currentTarget: { value } }) => setReading({ ...reading, delimiter: value || undefined })}
      />
      <NativeSelect
        className={classes.reading ?? ''}
        aria-label={text.decimals}
        value={reading.decimals ?? ''}
        data={[
          { value: '', label: text.anyDecimals },
          ...signs.map((value) => ({ value, label: decimalSigns[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setReading({ ...reading, decimals: (value || undefined) as Decimals | undefined })
        }
      />
    </>
  )
}
