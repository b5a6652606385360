import { useStored } from '../../../ui/stored.ts'
import type { Column } from './columns.ts'

/** The widths that somebody has set on this device, in px. */
export type ColumnWidths = Partial<Record<Column | 'title', number>>

const USUAL: ColumnWidths = {}
export const NARROWEST = 48
export const WIDEST = 800

export function useColumnWidths() {
  const [widths, setWidths] = useStored<ColumnWidths>('aliquot-column-widths', USUAL)
  /** Undefined for the usual width. */
  const setWidth = (column: Column | 'title', width: number | undefined) =>
    setWidths(({ [column]: _, ...others }) => (width === undefined ? others : { ...others, [column]: within(width) }))
  return { widths, setWidth }
}

function within(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
}
