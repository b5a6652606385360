import type { TableColumn, TableGuess } from '@aliquot/contract/import-tables'
import type { Import, ImportPreview } from '@aliquot/contract/imports'

/** A small list of chemicals, as the service tells of it. For tests. */
export function sampleColumns(): TableColumn[] {
  return [
    column(1, 'Name', 'text', 'title', ['Salt', 'Sugar']),
    {
      ...column(2, 'Mass [g]', 'number', 'field', ['1,5']),
      field: { name: 'Mass', type: 'number', unit: 'g', group: null },
    },
    { ...column(3, 'Received', 'date', 'date', ['06.05.2024']), order: 'dmy' },
    { ...column(4, '', 'empty', 'ignore', []), field: null, filled: 0 },
  ]
}

function column(
  number: number,
  name: string,
  kind: Exclude<TableColumn['kind'], 'empty'> | 'empty',
  target: TableColumn['target'],
  samples: string[],
): TableColumn {
  const field = { name, type: kind === 'empty' ? 'text' : kind, unit: null, group: null } as const
  return { number, name, kind, samples, filled: 2, distinct: 2, target, guessed: target, field, order: null }
}

export function sampleTable(changes: Partial<TableGuess> = {}): TableGuess {
  const reading = { sheet: null, encoding: 'windows-1252', separator: ';', header: true, decimal: ',' } as const
  return { ...reading, guessed: reading, sheets: [], columns: sampleColumns(), ...changes }
}

export function sampleImport(table: TableGuess, changes: Partial<Import> = {}): Import & { preview: ImportPreview } {
  const preview: ImportPreview = {
    ...{ entries: 2, looked: 2, files: 0, bytes: 0, comments: 0, first: [], notes: [] },
    types: { experiments: 0, items: 2, experiments_templates: 0, items_types: 0 },
    ...{ new_categories: [], new_status: [], new_tags: [], new_tags_total: 0, people: [] },
    ...{ duplicates: [], duplicates_total: 0, table },
  }
  return {
    ...{ id: 7, name: 'salts.csv', format: '.csv', bytes: 60, userid: 1, fullname: 'Ada', team: 1, owner: 1 },
    ...{
      phase: 'preview',
      state: 'previewed',
      total: 2,
      done: 2,
      made: 0,
      skipped: 0,
      refused: 0,
      removed: 0,
      kept: 0,
    },
    ...{ warnings_total: 0, error: null, actions: ['start', 'preview', 'stop'], entries: [], warnings: [] },
    ...{ created_at: '2026-11-19 03:00:00', modified_at: '2026-11-19 03:00:00', expires_at: null },
    options: {
      ...{ entity_type: null, category: null, template: null, canread_base: null, canwrite_base: null },
      ...{ duplicates: 'skip', table: null },
    },
    ...changes,
    preview,
  } as Import & { preview: ImportPreview }
}
