import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { readCaption, readColumns, readSection } from '../text/table-parts.ts'
import { TableNodeView } from './table-view.ts'

/** A span of one is the default, so only larger ones are written. */
const spans = {
  colspan: { default: 1, renderHTML: ({ colspan }: { colspan: number }) => (colspan === 1 ? {} : { colspan }) },
  rowspan: { default: 1, renderHTML: ({ rowspan }: { rowspan: number }) => (rowspan === 1 ? {} : { rowspan }) },
  colwidth: { default: null, rendered: false },
}

/**
 * Tables as wide as their content, unless another program set column widths. Each row remembers its section (head,
 * body, foot); the HTML writer groups them again.
 */
export const tableExtensions = [
  Table.extend({
    addAttributes: () => ({
      caption: { default: null, rendered: false, parseHTML: readCaption },
      columns: { default: null, rendered: false, parseHTML: readColumns },
    }),
    // The attribute keeps the caption; its words are in no cell.
    parseHTML: () => [{ tag: 'table' }, { tag: 'table > caption', ignore: true }],
    renderHTML({ HTMLAttributes }) {
      return ['table', HTMLAttributes, ['tbody', 0]]
    },
    addNodeView:
      () =>
      ({ node, HTMLAttributes }) =>
        new TableNodeView(node, HTMLAttributes),
  }).configure({ resizable: false }),
  TableRow.extend({
    addAttributes: () => ({ section: { default: null, rendered: false, keepOnSplit: false, parseHTML: readSection } }),
  }),
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
]
