import { type Call, type Command, UsageError } from '../command.ts'
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
    const { preparePassword } = await import('../../features/users/users.passwords.ts')
    const person = { email: call.text('email'), firstname: call.text('firstname'), lastname: call.text('lastname') }
    const password = await readPassword(call)
    const { userid } = await withInstance(async (ctx) =>
      createUser(ctx, CLI, {
        ...person,
        team: call.number('team'),
        isAdmin: call.flag('admin'),
        isSysadmin: call.flag('sysadmin'),
        takesFromArchived: true,
        passwordHash: await preparePassword(ctx, password, person),
      }),
    )
    call.print({ userid }, `User ${userid} is there`)
  },
}

export const userList: Command = {
  name: 'user list',
  summary: 'List the people',
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { listUsers } = await import('../../features/users/users.service.ts')
    const users = await withExistingInstance((ctx) => listUsers(ctx))
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

export const userSet: Command = {
  name: 'user set',
  summary: 'Change the standing of an account',
  argument: { name: 'EMAIL', type: 'text', help: 'whose account it is' },
  options: {
    sysadmin: { type: 'text', value: 'on|off', help: 'admin of the whole instance, or not' },
    validated: { type: 'text', value: 'on|off', help: 'may sign in, or not' },
    'valid-until': { type: 'text', value: 'DATE|never', help: 'the last day of the account, YYYY-MM-DD' },
  },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { requireUser } = await import('../people.repo.ts')
    const { setSysadmin, setValidated, setValidUntil } = await import('../../features/users/users.state.ts')
    const [sysadmin, validated] = [switchOf(call, 'sysadmin'), switchOf(call, 'validated')]
    const validUntil = call.maybeText('valid-until')
    if (sysadmin === undefined && validated === undefined && validUntil === undefined) {
      throw new UsageError('nothing to change is given')
    }
    const userid = await withExistingInstance(async (ctx) => {
      const user = await requireUser(ctx.db.read, call.argument)
      if (sysadmin !== undefined) await setSysadmin(ctx, CLI, user.userid, sysadmin)
      if (validated !== undefined) await setValidated(ctx, CLI, user.userid, validated)
      const day = validUntil === 'never' ? null : validUntil
      if (day !== undefined) await setValidUntil(ctx, CLI, user.userid, day)
      return user.userid
    })
    call.print({ userid }, `User ${userid} is changed`)
  },
}

export const userPassword: Command = {
  name: 'user password',
  summary: 'Give a person a new password; their sessions end',
  argument: { name: 'EMAIL', type: 'text', help: 'whose password it is' },
  options: { 'password-stdin': { type: 'flag', required: true, help: 'read the password from standard input' } },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { readPassword } = await import('../password.ts')
    const { requireUser } = await import('../people.repo.ts')
    const { preparePassword } = await import('../../features/users/users.passwords.ts')
    const { setPassword } = await import('../../features/users/users.state.ts')
    const password = await readPassword(call)
    const userid = await withExistingInstance(async (ctx) => {
      const user = await requireUser(ctx.db.read, call.argument)
      await setPassword(ctx, CLI, user.userid, await preparePassword(ctx, password, user))
      return user.userid
    })
    call.print({ userid }, `User ${userid} has a new password`)
  },
}

function switchOf(call: Call, option: string): boolean | undefined {
  const text = call.maybeText(option)
  if (text === undefined) return undefined
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${option} must be on or off, not "${text}"`)
  return text === 'on'
}
