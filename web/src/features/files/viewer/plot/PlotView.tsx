import type { Upload } from '@aliquot/contract/uploads'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../../i18n/messages.tsx'
import classes from '../FileViewer.module.css'
import type { Table } from '../table/row-order.ts'
import { type OrderedTable, useWork } from '../table/use-table.ts'
import { viewerMessages } from '../viewer.messages.ts'
import type { Marks } from './draw-plot.ts'
import { PlotActions } from './PlotActions.tsx'
import { PlotControls } from './PlotControls.tsx'
import { PlotStage } from './PlotStage.tsx'
import { PlotSummary } from './PlotSummary.tsx'
import styles from './PlotView.module.css'
import { plotMessages } from './plot.messages.ts'
import { collectPlot, firstChoice, plottable, summarise } from './plot-data.ts'

/** A quick plot of the rows that the table shows. */
export function PlotView({ table, order, file }: OrderedTable & { file: Upload }) {
  // Columns are other ones when the file is read in another way.
  const columns = table.head.join('\n')
  return <Plot key={`${table.decimals} ${columns}`} {...{ table, order, file }} />
}

function Plot({ table, order, file }: OrderedTable & { file: Upload }) {
  const text = useMessages(plotMessages)
  const viewer = useMessages(viewerMessages)
  const [choice, setChoice] = useState(() => firstChoice(table))
  const [marks, setMarks] = useState<Marks>('lines')
  const nameOf = useMemo(() => columnNames(table, viewer.column), [table, viewer])
  const collect = useMemo(
    () => (signal: AbortSignal) => collectPlot({ table, order, choice, nameOf, rowName: text.rowNumber }, signal),
    [table, order, choice, nameOf, text],
  )
  const data = useWork(collect)
  const { numbers } = plottable(table)
  if (numbers.length === 0) return <p className={classes.note}>{text.noNumbers}</p>
  const summaries = data ? summarise(data) : []
  const hasPoints = summaries.some(({ count }) => count > 0)
  const look = { isLogX: choice.isLogX, isLogY: choice.isLogY, marks }
  return (
    <div className={styles.plot}>
      <PlotControls {...{ table, choice, setChoice, marks, setMarks, nameOf }} />
      {data && hasPoints ? (
        <>
          <PlotStage
            {...{ data, look }}
            label={text.plotOf(data.series.map(({ name }) => name).join(', '), data.xName)}
          />
          <PlotActions {...{ data, look, file }} />
          <PlotSummary summaries={summaries} />
        </>
      ) : (
        data && <p className={classes.note}>{text.noPoints}</p>
      )}
    </div>
  )
}

function columnNames({ head }: Table, unnamed: (number: number) => string) {
  return (column: number) => head[column]?.trim() || unnamed(column + 1)
}
