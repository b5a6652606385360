import { useLocalStorage } from '@mantine/hooks'
import type { Column } from './columns.ts'

/** The widths that somebody has set on this device, in px. */
export type ColumnWidths = Partial<Record<Column | 'title', number>>

export const NARROWEST = 48
export const WIDEST = 800

export function useColumnWidths() {
  const [widths, setWidths] = useLocalStorage<ColumnWidths>({
    key: 'aliquot-column-widths',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  /** Undefined for the usual width. */
  const setWidth = (column: Column | 'title', width: number | undefined) =>
    setWidths(({ [column]: _, ...others }) => (width === undefined ? others : { ...others, [column]: within(width) }))
  return { widths, setWidth }
}

function within(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
}
