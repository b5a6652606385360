import type { ExtraFieldsKey, ExtraFieldsKeysQuery } from '@aliquot/contract/extra-fields'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { foldText } from '../../lib/text.ts'
import type { Page } from '../../records/page.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import * as repo from './extra-fields.repo.ts'

const ALL = -1

export async function listExtraFieldsKeys(
  ctx: Context,
  actor: Actor,
  { q = '', limit, offset }: ExtraFieldsKeysQuery,
): Promise<Page<ExtraFieldsKey>> {
  const part = foldText(q.trim())
  const all = await repo.listNames(ctx.db.read, whoOf(actor))
  const found = all.filter(({ name }) => foldText(name).includes(part))
  const most = limit === ALL ? found.length : limit || (await preferredLimit(ctx, actor))
  const rows = found.slice(offset, offset + most)
  return {
    rows: rows.map(({ name, frequency }) => ({ extra_fields_key: name, frequency: Number(frequency) })),
    total: found.length,
  }
}

async function preferredLimit(ctx: Context, actor: Actor): Promise<number> {
  const [row] = await repo.findPreferences(ctx.db.read, { userid: actor.userid })
  return preferencesOf(row ?? { preferences: '{}' }).limit_nb
}
