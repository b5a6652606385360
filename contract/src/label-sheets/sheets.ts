/** A sheet of labels, or one label of a roll. Millimetres. */
export interface LabelSheet {
  page: { width: number; height: number }
  columns: number
  rows: number
  label: { width: number; height: number }
  /** Between labels. */
  gap: { x: number; y: number }
  /** The corner of the first label; in the middle of the page if absent. */
  corner?: { x: number; y: number }
}

export interface KnownSheet extends LabelSheet {
  id: string
  name: string
  kind: 'A4' | 'Letter' | 'roll'
}

const A4 = { width: 210, height: 297 }
const LETTER = { width: 215.9, height: 279.4 }

type Line = [id: string, columns: number, rows: number, width: number, height: number, gapX?: number, gapY?: number]

/** The labels of nearly all sheets are in the middle of the page, so their margins follow. */
const ON_A4: readonly Line[] = [
  ['avery-l4730', 10, 27, 17.8, 10, 2.5],
  ['avery-l4731', 7, 27, 25.4, 10, 2.5],
  ['avery-l4732', 5, 16, 35.6, 16.9, 2.5],
  ['avery-l7651', 5, 13, 38.1, 21.2, 2.5],
  ['avery-l4736', 4, 12, 45.7, 21.2, 2.5],
  ['avery-l4737', 3, 9, 63.5, 29.6, 2.5],
  ['avery-l7159', 3, 8, 63.5, 33.9, 2.5],
  ['avery-l7160', 3, 7, 63.5, 38.1, 2.5],
  ['avery-l7161', 3, 6, 63.5, 46.6, 2.5],
  ['avery-l7162', 2, 8, 99.1, 33.9, 2.5],
  ['avery-l7163', 2, 7, 99.1, 38.1, 2.5],
  ['avery-l7164', 3, 4, 63.5, 72, 2.5],
  ['avery-l7165', 2, 4, 99.1, 67.7, 2.5],
  ['zweckform-3666', 5, 13, 38, 21.2],
  ['zweckform-3657', 4, 10, 48.5, 25.4],
  ['zweckform-3475', 3, 8, 70, 36],
  ['zweckform-3474', 3, 8, 70, 37],
  ['zweckform-3481', 3, 7, 70, 41],
  ['zweckform-3652', 3, 7, 70, 42.3],
]

const ON_LETTER: readonly Line[] = [
  ['avery-5160', 3, 10, 66.68, 25.4, 3.18],
  ['avery-5161', 2, 10, 101.6, 25.4, 4.76],
  ['avery-5162', 2, 7, 101.6, 33.87, 4.76],
  ['avery-5163', 2, 5, 101.6, 50.8, 4.76],
  ['avery-5164', 2, 3, 101.6, 84.67, 4.76],
  ['avery-5167', 4, 20, 44.45, 12.7, 7.94],
  ['avery-5195', 4, 15, 44.45, 16.93, 7.94],
  ['cryo-lcry-1700', 5, 17, 32.5, 12.7, 3.2, 3.2],
]

/** Of label printers: each label is a page. */
const ROLLS: readonly [id: string, width: number, height: number][] = [
  ['roll-25x10', 25, 10],
  ['roll-25x25', 25, 25],
  ['roll-30x20', 30, 20],
  ['cryo-33x13', 33, 13],
  ['roll-38x25', 38, 25],
  ['roll-50x25', 50, 25],
  ['roll-57x32', 57, 32],
  ['roll-62x29', 62, 29],
  ['roll-89x36', 89, 36],
  ['roll-100x50', 100, 50],
]

export const LABEL_SHEETS: readonly KnownSheet[] = [
  ...ON_A4.map((line) => ({ kind: 'A4' as const, page: A4, ...sheetOf(line) })),
  ...ON_LETTER.map((line) => ({ kind: 'Letter' as const, page: LETTER, ...sheetOf(line) })),
  ...ROLLS.map(([id, width, height]) => ({
    kind: 'roll' as const,
    ...sheetOf([id, 1, 1, width, height]),
    page: { width, height },
  })),
]

/** What is printed on if nobody says otherwise. */
export const USUAL_SHEET = 'avery-l7160'

function sheetOf([id, columns, rows, width, height, x = 0, y = 0]: Line) {
  return { id, name: nameOf(id), columns, rows, label: { width, height }, gap: { x, y } }
}

/** `Avery L7160` of `avery-l7160`. */
function nameOf(id: string): string {
  const [maker = '', ...number] = id.split('-')
  return `${maker.charAt(0).toUpperCase()}${maker.slice(1)} ${number.join('-').toUpperCase().replace('X', '×')}`
}
