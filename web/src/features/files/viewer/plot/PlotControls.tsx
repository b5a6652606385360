import { Checkbox, NativeSelect } from '@mantine/core'
import { useMessages } from '../../../../i18n/messages.tsx'
import { Segments } from '../../../../ui/fields/Segments.tsx'
import type { Table } from '../table/row-order.ts'
import type { Marks } from './draw-plot.ts'
import classes from './PlotView.module.css'
import { plotMessages } from './plot.messages.ts'
import { type PlotChoice, plottable } from './plot-data.ts'

interface Props {
  table: Table
  choice: PlotChoice
  setChoice(choice: PlotChoice): void
  marks: Marks
  setMarks(marks: Marks): void
  nameOf(column: number): string
}

/** Which columns are drawn, and how. */
export function PlotControls({ table, choice, setChoice, marks, setMarks, nameOf }: Props) {
  const text = useMessages(plotMessages)
  const { numbers, times } = plottable(table)
  // A column over itself says nothing.
  const drawable = numbers.filter((column) => column !== choice.x)
  const draw = (column: number, isDrawn: boolean) => {
    const rest = choice.ys.filter((one) => one !== column)
    setChoice({ ...choice, ys: isDrawn ? [...rest, column].toSorted((a, b) => a - b) : rest })
  }
  return (
    <div className={classes.controls}>
      <NativeSelect
        label={text.x}
        value={choice.x ?? ''}
        data={[
          { value: '', label: text.rowNumber },
          ...[...times, ...numbers].map((column) => ({ value: String(column), label: nameOf(column) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const x = value === '' ? undefined : Number(value)
          setChoice({ ...choice, x, ys: choice.ys.filter((column) => column !== x) })
        }}
      />
      <fieldset className={classes.columns}>
        <legend>{text.ys}</legend>
        <div>
          {drawable.map((column) => (
            <Checkbox
              key={column}
              label={nameOf(column)}
              checked={choice.ys.includes(column)}
              onChange={({ currentTarget }) => draw(column, currentTarget.checked)}
            />
          ))}
        </div>
      </fieldset>
      <div className={classes.look}>
        <Segments<Marks>
          isTall
          label={text.marks}
          value={marks}
          options={[
            { value: 'lines', label: text.lines },
            { value: 'points', label: text.points },
            { value: 'both', label: text.both },
          ]}
          onChange={setMarks}
        />
        <Checkbox
          label={text.logX}
          checked={choice.isLogX}
          onChange={({ currentTarget }) => setChoice({ ...choice, isLogX: currentTarget.checked })}
        />
        <Checkbox
          label={text.logY}
          checked={choice.isLogY}
          onChange={({ currentTarget }) => setChoice({ ...choice, isLogY: currentTarget.checked })}
        />
      </div>
    </div>
  )
}
