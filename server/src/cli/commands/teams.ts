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
    const { withInstance } = await import('../instance.ts')
    const { listTeams } = await import('../people.repo.ts')
    const teams = await withInstance((ctx) => listTeams(ctx.db.read))
    const rows = teams.map(({ id, name, members }) => [id, name, members])
    call.print(teams, table(['id', 'name', 'members'], rows))
  },
}
