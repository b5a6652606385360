import type { Upload } from '@aliquot/contract/uploads'
import { VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { Scrolled } from '../../../ui/layout/Scrolled.tsx'
import { isNumeric } from '../../../ui/words/is-number.ts'
import { columnWidths, findDelimiter, readRows } from './delimited.ts'
import classes from './FileViewer.module.css'
import table from './TableView.module.css'
import { TwoViews } from './TwoViews.tsx'
import { useFileText } from './use-file-text.ts'
import { viewerMessages } from './viewer.messages.ts'

const PART = 8 * 1024 * 1024

export function TableView({ file }: { file: Upload }) {
  const text = useMessages(viewerMessages)
  const content = useFileText(file, PART)
  return (
    <TwoViews file={file} content={content} label={text.table}>
      {(words) => <Rows text={words} name={file.real_name} isCut={content.hasMore} />}
    </TwoViews>
  )
}

const MOST_COLUMNS = 200
const ROW_HEIGHT = 32
const SAMPLE = 200
/** The padding of a cell, in characters. */
const AROUND = 4

/** The first line has the column names. Only visible rows are rendered. */
function Rows({ text: source, name, isCut }: { text: string; name: string; isCut: boolean }) {
  const text = useMessages(viewerMessages)
  const { language } = useLanguage()
  const { head, rows, widths, areNumbers } = useMemo(() => readTable(source, name, isCut), [source, name, isCut])
  const area = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const shown = Math.min(widths.length, MOST_COLUMNS)
  const columns = Array.from({ length: shown }, (_, column) => column)
  const first = String(rows.length).length + AROUND
  const all = columns.reduce((sum, column) => sum + (widths[column] ?? 0) + AROUND, first)
  const numbers = new Intl.NumberFormat(localeOf(language))
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <p className={classes.note} role="status">
        {text.rows(numbers.format(rows.length), numbers.format(widths.length))}
        {widths.length > shown && ` ${text.manyColumns(shown)}`}
      </p>
      <Scrolled ref={area} className={table.area} label={name} data-scrolls>
        <table className={table.table} style={{ width: `${all}ch` }} aria-rowcount={rows.length + 1}>
          <colgroup>
            <col style={{ width: `${first}ch` }} />
            {columns.map((column) => (
              <col key={column} style={{ width: `${(widths[column] ?? 0) + AROUND}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={table.number}>
                <VisuallyHidden>{text.row}</VisuallyHidden>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" title={head[column]} data-number={areNumbers[column] || undefined}>
                  {head[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {items.map(({ index }) => (
              <tr key={index} aria-rowindex={index + 2} className={table.row}>
                <th scope="row" className={table.number}>
                  {index + 1}
                </th>
                {columns.map((column) => (
                  <td key={column} title={rows[index]?.[column]} data-number={areNumbers[column] || undefined}>
                    {rows[index]?.[column]}
                  </td>
                ))}
              </tr>
            ))}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}

function readTable(text: string, name: string, isCut: boolean) {
  const all = readRows(text, findDelimiter(text, name))
  // The last line of a part is incomplete.
  if (isCut && all.length > 1) all.pop()
  const rows = all.filter((row) => row.length > 1 || row[0] !== '')
  const [head = [], ...rest] = rows
  const widths = columnWidths(rows)
  // A sample tells, and a wrong guess only aligns differently.
  const sample = rest.slice(0, SAMPLE)
  const areNumbers = widths.slice(0, MOST_COLUMNS).map((_, column) => isNumeric(sample.map((row) => row[column])))
  return { head, rows: rest, widths, areNumbers }
}
