import type { Command } from '../command.ts'
import { table } from '../table.ts'
import { apikeyTable } from './apikeys.ts'

const EMAIL = { name: 'EMAIL', type: 'text', help: 'whose account it is' } as const

export const userSessions: Command = {
  name: 'user sessions',
  summary: 'List where a person is signed in, and sign them out',
  argument: EMAIL,
  options: { end: { type: 'flag', help: 'end these sessions; the person can sign in again' } },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { requireUser } = await import('../people.repo.ts')
    const { change } = await import('../../change.ts')
    const { listOpen } = await import('../../features/sessions/sessions.lookup.ts')
    const { endSessions } = await import('../../features/users/users.credentials.ts')
    const ends = call.flag('end')
    const sessions = await withExistingInstance(async (ctx) => {
      const { userid } = await requireUser(ctx.db.read, call.argument)
      if (!ends) return listOpen(ctx.db.read, { userid, at: ctx.now() })
      return change(ctx, CLI, async (work) => {
        const open = await listOpen(work.db, { userid, at: work.at })
        await endSessions(work, userid, 'ended on the command line')
        return open
      })
    })
    const rows = sessions.map((session) => [
      session.id,
      session.client_address,
      session.last_seen_at,
      session.expires_at,
      session.user_agent,
    ])
    call.print(sessions, table(['id', 'address', 'last used', 'expires', 'browser'], rows))
    if (ends) call.note('These sessions have ended')
  },
}

export const userKeys: Command = {
  name: 'user keys',
  summary: 'List the API keys of a person, and take them away',
  argument: EMAIL,
  options: { remove: { type: 'flag', help: 'remove these keys for good; they stop working at once' } },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { listApikeys, requireUser } = await import('../people.repo.ts')
    const { change } = await import('../../change.ts')
    const { dropApikeysOf } = await import('../../features/apikeys/apikeys.service.ts')
    const removes = call.flag('remove')
    const keys = await withExistingInstance(async (ctx) => {
      const { userid } = await requireUser(ctx.db.read, call.argument)
      if (!removes) return listApikeys(ctx.db.read, userid)
      return change(ctx, CLI, async (work) => {
        const all = await listApikeys(work.db, userid)
        await dropApikeysOf(work, userid)
        return all
      })
    })
    call.print(keys, apikeyTable(keys))
    if (removes) call.note('These keys are gone')
  },
}
