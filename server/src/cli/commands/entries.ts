import type { Entity } from '@aliquot/contract/entities'
import type { Command } from '../command.ts'
import { table } from '../table.ts'

export const entryShow: Command = {
  name: 'entry show',
  summary: 'Show an entry, as it is or as it was',
  details: 'As its owner sees it. What it looked like at an instant is told from the journal.',
  argument: { name: 'ID', type: 'number', help: 'number of the entry, whatever its type' },
  options: {
    'as-of': { type: 'text', value: 'INSTANT', help: 'as it was then, for example 2026-03-02T10:15:40Z' },
  },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { Instant } = await import('@aliquot/contract/common')
    const { parseInput } = await import('../../lib/parse-input.ts')
    const { readAsOwner } = await import('../../features/history/read-as-owner.ts')
    const asked = call.maybeText('as-of')
    const at = asked === undefined ? undefined : parseInput(Instant, asked, '--as-of')
    const entry = await withExistingInstance((ctx) => readAsOwner(ctx, Number(call.argument), at))
    call.print(entry, `${table(['what', 'value'], rowsOf(entry))}\n\n${entry.body ?? ''}`)
  },
}

const SHOWN = [
  ...(['type', 'title', 'date', 'fullname', 'team_name', 'category_title', 'status_title', 'custom_id'] as const),
  ...(['rating', 'tags', 'created_at', 'modified_at', 'elabid', 'metadata'] as const),
] satisfies readonly (keyof Entity)[]

function rowsOf(entry: Entity): (string | number)[][] {
  const parts = { comments: entry.comments, steps: entry.steps, files: entry.uploads }
  return [
    ...SHOWN.map((name) => [name, entry[name] ?? '']),
    ...Object.entries(parts).map(([name, list]) => [name, list.length]),
  ]
}
