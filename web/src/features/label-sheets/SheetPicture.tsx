import { placeOf } from '@aliquot/contract/label-sheets/geometry'
import type { LabelSheet } from '@aliquot/contract/label-sheets/sheets'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './LabelDialog.module.css'
import { labelSheetMessages } from './label-sheets.messages.ts'

interface Props {
  sheet: LabelSheet
  /** The first free label, from 1. */
  start: number
  /** Labels to print. */
  count: number
  choose(start: number): void
}

/** The first sheet: what is used up, what will be printed, what stays free. A click chooses the first free label. */
export function SheetPicture({ sheet, start, count, choose }: Props) {
  const text = useMessages(labelSheetMessages)
  const { width, height } = sheet.page
  const places = Array.from({ length: sheet.columns * sheet.rows }, (_, index) => placeOf(sheet, index))
  return (
    <svg
      className={classes.sheet}
      viewBox={`0 0 ${width} ${height}`}
      style={{ aspectRatio: `${width} / ${height}` }}
      role="img"
      aria-label={text.sheetPreview}
    >
      <rect width={width} height={height} className={classes.page} />
      {places.map((place, index) => (
        // The field beside it does the same for the keyboard.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <rect
          key={`${place.x} ${place.y}`}
          x={place.x + 0.4}
          y={place.y + 0.4}
          width={place.width - 0.8}
          height={place.height - 0.8}
          rx={1}
          className={classes.cell}
          data-printed={(index >= start - 1 && index < start - 1 + count) || undefined}
          data-used={index < start - 1 || undefined}
          onClick={() => choose(index + 1)}
        />
      ))}
    </svg>
  )
}
