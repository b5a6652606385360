import { TABLE_ENDINGS, TableChoices } from '@aliquot/contract/import-tables'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { InvalidInput, Refusal } from '../../../errors.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { requireTemplate } from '../../entries/entries.templates.ts'
import { isTemplate, kindOf } from '../../entries/entries.types.ts'
import type { ImportOptions } from '../imports.options.ts'

export function isTable(ending: string): boolean {
  return TABLE_ENDINGS.some((one) => one === ending)
}

/** How a table is to be read, as a part of a form says it. */
export function readTableChoices(text: string | undefined): TableChoices | null {
  if (text === undefined || text.trim() === '') return null
  return parseInput(TableChoices, parse(text), 'table')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidInput('field.not_json', { field: 'table' })
  }
}

/** Refuses a template that the rows of a table cannot be made from. */
export async function requireTableTemplate(
  ctx: Context,
  actor: Actor,
  { template, entity_type }: Pick<ImportOptions, 'template' | 'entity_type'>,
): Promise<void> {
  if (template === null) return
  const kind = kindOf(entity_type ?? 'items')
  if (isTemplate(kind)) throw new InvalidInput('table.other_type', { field: 'template' })
  try {
    await requireTemplate(ctx.db.read, actor, kind, template)
  } catch (error) {
    if (error instanceof Refusal) throw new InvalidInput('table.no_template', { field: 'template' })
    throw error
  }
}
