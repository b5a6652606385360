import type { Command } from '../command.ts'
import { table } from '../table.ts'

export const teamCreate: Command = {
  name: 'team create',
  summary: 'Add a team',
  options: { name: { type: 'text', value: 'NAME', required: true, help: 'its name' } },
  async run(call) {
    const { CLI, withInstance } = await import('../instance.ts')
    const { createTeam } = await import('../../features/teams/teams.service.ts')
    const { id } = await withInstance((ctx) => createTeam(ctx, CLI, { name: call.text('name') }))
    call.print({ id }, `Team ${id} is there`)
  },
}

export const teamList: Command = {
  name: 'team list',
  summary: 'List the teams',
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { listTeams } = await import('../people.repo.ts')
    const { bytesOfTeams } = await import('../../features/uploads/uploads.lookup.ts')
    const { limitOfTeam } = await import('../../features/uploads/uploads.limits.ts')
    const { formatBytes } = await import('../../lib/bytes.ts')
    const teams = await withExistingInstance(async ({ config, db }) => {
      const bytes = await bytesOfTeams(db.read)
      return (await listTeams(db.read)).map(({ files_quota, ...team }) => ({
        ...team,
        files_bytes: bytes.get(team.id) ?? 0,
        files_limit: limitOfTeam(config, files_quota),
      }))
    })
    const rows = teams.map(({ id, name, members, files_bytes, files_limit }) => [
      ...[id, name, members, formatBytes(files_bytes)],
      files_limit > 0 ? formatBytes(files_limit) : 'none',
    ])
    call.print(teams, table(['id', 'name', 'members', 'files', 'limit'], rows))
  },
}

const TEAM = { name: 'ID', type: 'number', help: 'the team, see aliquot team list' } as const

export const teamShow: Command = {
  name: 'team show',
  summary: 'Show the settings of a team',
  argument: TEAM,
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { CommandProblem } = await import('../../errors.ts')
    const { find } = await import('../../features/teams/teams.lookup.ts')
    const { toTeam } = await import('../../features/teams/teams.service.ts')
    const team = await withExistingInstance(async (ctx) => {
      const row = await find(ctx.db.read, Number(call.argument))
      if (!row) throw new CommandProblem(`there is no team ${call.argument}`)
      return toTeam(ctx.config, row)
    })
    const rows = Object.entries(team).map(([name, value]) => [name, value ?? ''])
    call.print(team, table(['setting', 'value'], rows))
  },
}

export const teamSet: Command = {
  name: 'team set',
  summary: 'Change a setting of a team',
  argument: TEAM,
  options: {
    setting: { type: 'text', value: 'NAME', required: true, help: 'which one, see aliquot team show' },
    value: { type: 'text', value: 'VALUE', required: true, help: 'its new value; 1 and 0 for on and off' },
  },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { TeamAttributes } = await import('@aliquot/contract/teams')
    const { parseInput } = await import('../../lib/parse-input.ts')
    const { setTeam } = await import('../../features/teams/teams.patch.ts')
    const setting = call.text('setting')
    const attributes = parseInput(TeamAttributes, { [setting]: call.text('value') }, setting)
    const id = Number(call.argument)
    await withExistingInstance((ctx) => setTeam(ctx, CLI, id, attributes))
    call.print({ id }, `Team ${id} is changed`)
  },
}

export const teamDelete: Command = {
  name: 'team delete',
  summary: 'Delete a team that has no members, experiments and resources',
  argument: TEAM,
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { dropTeam } = await import('../../features/teams/teams.patch.ts')
    const id = Number(call.argument)
    await withExistingInstance((ctx) => dropTeam(ctx, CLI, id))
    call.print({ id }, `Team ${id} is gone`)
  },
}
