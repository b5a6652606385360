import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'

/** One cell wide is what every cell is; only more is written. */
const spans = {
  colspan: { default: 1, renderHTML: ({ colspan }: { colspan: number }) => (colspan === 1 ? {} : { colspan }) },
  rowspan: { default: 1, renderHTML: ({ rowspan }: { rowspan: number }) => (rowspan === 1 ? {} : { rowspan }) },
  colwidth: { default: null, rendered: false },
}

/** Tables without widths of their own: a column is as wide as what is in it. */
export const tableExtensions = [
  Table.extend({
    renderHTML({ HTMLAttributes }) {
      return ['table', HTMLAttributes, ['tbody', 0]]
    },
  }).configure({ resizable: false }),
  TableRow,
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
]
