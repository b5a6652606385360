import type { Upload } from '@aliquot/contract/uploads'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../../i18n/messages.tsx'
import { Segments } from '../../../../ui/fields/Segments.tsx'
import { onDemand } from '../../../../ui/on-demand/on-demand.tsx'
import classes from '../FileViewer.module.css'
import { Loaded, TextContent } from '../TextView.tsx'
import { type FileText, useFileText } from '../use-file-text.ts'
import { viewerMessages } from '../viewer.messages.ts'
import { RowGrid } from './RowGrid.tsx'
import type { Reading } from './read-table.ts'
import type { Sorting } from './row-order.ts'
import { TableTools } from './TableTools.tsx'
import { useOrderedTable, useTable } from './use-table.ts'

const PART = 8 * 1024 * 1024

const PlotView = onDemand(async () => (await import('../plot/PlotView.tsx')).PlotView)

type View = 'table' | 'plot' | 'text'

/** A delimited file as a table, as a plot, or as it is. */
export function TableView({ file }: { file: Upload }) {
  const content = useFileText(file, PART)
  const [view, setView] = useState<View>('table')
  if (view === 'text') {
    return (
      <>
        <div className={classes.choice}>
          <ViewChoice view={view} setView={setView} />
        </div>
        <TextContent file={file} content={content} />
      </>
    )
  }
  return (
    <Loaded file={file} content={content}>
      {(text) => <ReadTable {...{ file, text, view, setView }} isCut={content.hasMore} />}
    </Loaded>
  )
}

function ViewChoice({ view, setView }: { view: View; setView(view: View): void }) {
  const text = useMessages(viewerMessages)
  return (
    <Segments<View>
      isTall
      label={text.view}
      value={view}
      options={[
        { value: 'table', label: text.table },
        { value: 'plot', label: text.plot },
        { value: 'text', label: text.raw },
      ]}
      onChange={setView}
    />
  )
}

interface ReadTableProps {
  file: Upload
  text: string
  isCut: FileText['hasMore']
  view: View
  setView(view: View): void
}

/** The filter also says which rows are plotted. */
function ReadTable({ file, text, isCut, view, setView }: ReadTableProps) {
  const [reading, setReading] = useState<Reading>({})
  const [filter, setFilter] = useState('')
  const [sorting, setSorting] = useState<Sorting>()
  const table = useTable(text, file.real_name, isCut, reading)
  const ordered = useOrderedTable(table, filter, sorting)
  const read = (how: Reading) => {
    setReading(how)
    // Other columns.
    if (how.delimiter !== reading.delimiter) setSorting(undefined)
  }
  return (
    <>
      <div className={classes.choice}>
        <ViewChoice view={view} setView={setView} />
        <TableTools {...{ filter, setFilter, reading }} setReading={read} />
      </div>
      {!ordered && <Skeleton height={320} />}
      {ordered && view === 'table' && <RowGrid {...ordered} {...{ sorting, setSorting }} name={file.real_name} />}
      {ordered && view === 'plot' && <PlotView {...ordered} file={file} fallback={<Skeleton height={320} />} />}
    </>
  )
}
