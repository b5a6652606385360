import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { readColumns, readSection } from '../text/table-parts.ts'

/** One cell wide is what every cell is; only more is written. */
const spans = {
  colspan: { default: 1, renderHTML: ({ colspan }: { colspan: number }) => (colspan === 1 ? {} : { colspan }) },
  rowspan: { default: 1, renderHTML: ({ rowspan }: { rowspan: number }) => (rowspan === 1 ? {} : { rowspan }) },
  colwidth: { default: null, rendered: false },
}

/**
 * Tables as wide as what is in them, unless another program gave their columns widths. Which rows are the head, the foot or
 * a body of their own is kept with the rows; the HTML writer puts them together again.
 */
export const tableExtensions = [
  Table.extend({
    addAttributes: () => ({ columns: { default: null, rendered: false, parseHTML: readColumns } }),
    renderHTML({ HTMLAttributes }) {
      return ['table', HTMLAttributes, ['tbody', 0]]
    },
  }).configure({ resizable: false }),
  TableRow.extend({
    addAttributes: () => ({ section: { default: null, rendered: false, keepOnSplit: false, parseHTML: readSection } }),
  }),
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
]
