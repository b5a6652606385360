import { useMediaQuery } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import type { ListSearch } from '../list-search.ts'
import { useListType } from '../list-type.ts'
import { useColumnWidths } from './column-widths.ts'
import { DEFAULT_COLUMNS, gridColumns, leastWidth, MOST_THAT_FIT } from './columns.ts'

export const ONE_LINE = 44
const TWO_LINES = 60
/** The title may take two of them. */
const THREE_LINES = 76
/** The height of the extra line that says why a row was found. */
const REASON = 20

/** The columns and the height of rows, by the look of the list and the width of the screen. */
export function useGridLook(search: ListSearch, q: string | undefined) {
  const type = useListType()
  const isTable = search.view === 'table'
  const isPhone = useWidthBelow('40em')
  const isTablet = useWidthBelow('64em')
  const hasReasons = q !== undefined && !isTable
  const lines = isTable ? ONE_LINE : isPhone ? THREE_LINES : isTablet ? TWO_LINES : ONE_LINE
  const columns = search.columns ?? (isTemplateType(type) ? TEMPLATE_COLUMNS : DEFAULT_COLUMNS)
  const { widths, setWidth } = useColumnWidths()
  const isResized = isTable && (['title', ...columns] as const).some((column) => widths[column])
  const style = {
    '--table-columns': gridColumns(columns, widths),
    '--table-width': `${leastWidth(columns, widths)}rem`,
  } as CSSProperties
  return {
    isTable,
    hasReasons,
    height: lines + (hasReasons ? REASON : 0),
    columns,
    widths,
    setWidth,
    /** It has more columns than fit on most screens. */
    isWide: (isTable && columns.length > MOST_THAT_FIT) || isResized,
    style: isTable ? style : undefined,
  }
}

const TEMPLATE_COLUMNS = DEFAULT_COLUMNS.filter((column) => column !== 'date')

function useWidthBelow(width: '40em' | '64em'): boolean {
  return useMediaQuery(`(width < ${width})`, false, { getInitialValueInEffect: false })
}
