import type { Command } from '../command.ts'
import { table } from '../table.ts'

export const userCreate: Command = {
  name: 'user create',
  summary: 'Add a person to a team',
  details: 'The account is validated and can sign in at once.',
  options: {
    email: { type: 'text', value: 'ADDRESS', required: true, help: 'what the person signs in with' },
    firstname: { type: 'text', value: 'NAME', required: true, help: 'first name' },
    lastname: { type: 'text', value: 'NAME', required: true, help: 'last name' },
    team: { type: 'number', value: 'ID', required: true, help: 'the team, see aliquot team list' },
    admin: { type: 'flag', help: 'make the person an admin of that team' },
    sysadmin: { type: 'flag', help: 'make the person an admin of the whole instance' },
    'password-stdin': { type: 'flag', required: true, help: 'read the password from standard input' },
  },
  async run(call) {
    const { CLI, withInstance } = await import('../instance.ts')
    const { readPassword } = await import('../password.ts')
    const { createUser } = await import('../../features/users/users.service.ts')
    const [email, firstname, lastname] = [call.text('email'), call.text('firstname'), call.text('lastname')]
    const { preparePassword } = await import('../../features/users/users.passwords.ts')
    const passwordHash = await preparePassword(await readPassword(call), { email, firstname, lastname })
    const { userid } = await withInstance((ctx) =>
      createUser(ctx, CLI, {
        email,
        firstname,
        lastname,
        team: call.number('team'),
        isAdmin: call.flag('admin'),
        isSysadmin: call.flag('sysadmin'),
        passwordHash,
      }),
    )
    call.print({ userid }, `User ${userid} is there`)
  },
}

export const userList: Command = {
  name: 'user list',
  summary: 'List the people',
  async run(call) {
    const { withInstance } = await import('../instance.ts')
    const { listUsers } = await import('../../features/users/users.service.ts')
    const users = await withInstance((ctx) => listUsers(ctx))
    const rows = users.map((user) => [
      user.userid,
      user.email,
      user.fullname,
      user.teams
        .map((team) => `${team.id}${team.is_admin ? ' admin' : ''}${team.is_archived ? ' archived' : ''}`)
        .join(', '),
      [user.is_sysadmin && 'sysadmin', !user.validated && 'not validated', user.valid_until].filter(Boolean).join(', '),
    ])
    call.print(users, table(['id', 'e-mail', 'name', 'teams', ''], rows))
  },
}
