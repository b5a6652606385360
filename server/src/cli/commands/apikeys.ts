import type { Command } from '../command.ts'
import type { ListedApikey } from '../people.repo.ts'
import { table } from '../table.ts'

export const apikeyCreate: Command = {
  name: 'apikey create',
  summary: 'Make an API key for a person; it is shown only now',
  options: {
    user: { type: 'text', value: 'EMAIL', required: true, help: 'whose key it is' },
    team: { type: 'number', value: 'ID', required: true, help: 'the team in which it acts' },
    name: { type: 'text', value: 'NAME', required: true, help: 'what it is for' },
    'read-only': { type: 'flag', help: 'a key that cannot change anything' },
    deposit: { type: 'flag', help: 'a key for an instrument, which only adds: see docs/instruments.md' },
    templates: { type: 'text', value: 'IDS', help: 'with --deposit: templates it may create entries from, 12,15' },
    entries: { type: 'text', value: 'LIST', help: 'with --deposit: entries it may add to, experiments/4,items/7' },
  },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { requireMember } = await import('../people.repo.ts')
    const { createApikey } = await import('../../features/apikeys/apikeys.service.ts')
    const { readDeposit } = await import('../deposit-option.ts')
    const deposit = readDeposit(call)
    const { id, key } = await withExistingInstance(async (ctx) => {
      const team = call.number('team')
      const { userid } = await requireMember(ctx.db.read, call.text('user'), team)
      const input = { name: call.text('name'), canWrite: !call.flag('read-only'), deposit, userid, team }
      return createApikey(ctx, CLI, input)
    })
    call.note('This is the only time the key is shown:')
    call.print({ id, key }, key)
  },
}

export const apikeyList: Command = {
  name: 'apikey list',
  summary: 'List the API keys, without the keys themselves',
  options: { user: { type: 'text', value: 'EMAIL', help: 'only those of this person' } },
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { listApikeys, requireUser } = await import('../people.repo.ts')
    const keys = await withExistingInstance(async (ctx) => {
      const email = call.maybeText('user')
      const owner = email === undefined ? undefined : await requireUser(ctx.db.read, email)
      return listApikeys(ctx.db.read, owner?.userid)
    })
    call.print(keys, apikeyTable(keys))
  },
}

export const apikeyRevoke: Command = {
  name: 'apikey revoke',
  summary: 'Take an API key away; it stops working at once',
  argument: { name: 'ID', type: 'number', help: 'the number before the dash of the key, see aliquot apikey list' },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { change } = await import('../../change.ts')
    const { CommandProblem } = await import('../../errors.ts')
    const apikeys = await import('../../features/apikeys/apikeys.lookup.ts')
    const { dropApikey } = await import('../../features/apikeys/apikeys.service.ts')
    const id = Number(call.argument)
    await withExistingInstance((ctx) =>
      change(ctx, CLI, async (work) => {
        const [key] = await apikeys.hold(work.db, { id })
        if (!key) throw new CommandProblem(`there is no API key ${id}`)
        await dropApikey(work, key)
      }),
    )
    call.print({ id }, `API key ${id} is gone`)
  },
}

export function apikeyTable(keys: readonly ListedApikey[]): string {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.email,
    key.team,
    { read: 'read only', write: 'read and write', deposit: 'deposit' }[key.level],
    key.last_used_at ?? 'never used',
  ])
  return table(['id', 'name', 'person', 'team', 'may', 'last used'], rows)
}
