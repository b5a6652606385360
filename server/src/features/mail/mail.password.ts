import type { Client } from '../../access/client.ts'
import type { Context } from '../../context.ts'
import { TooMany } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import { noteAttempt } from '../../journal/attempts.ts'
import { announceMail } from '../notifications/notifications.lookup.ts'
import { attempt, budgetsOfForgotten } from '../sessions/sessions.limits.ts'
import { emailKeyOf } from '../users/users.email.ts'
import * as users from '../users/users.lookup.ts'
import { createOwnPasswordLink } from '../users/users.password-links.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { fullnameOf } from '../users/users.record.ts'
import { MailFailure } from './mail.failure.ts'
import { layOut } from './mail.layout.ts'
import { linkTo } from './mail.links.ts'
import { retryAt } from './mail.outbox.ts'
import * as repo from './mail.password.repo.ts'
import { sendsPasswordLinks } from './mail.service.ts'
import { type Send, withTransport } from './mail.transport.ts'
import { languageOf } from './words/languages.ts'

/**
 * Notes that somebody forgot the password of this address. The address is looked up later, by the sender of e-mails:
 * here the work, the time and the answer are the same for every address.
 */
export async function requestPassword(ctx: Context, { address }: Client, email: string): Promise<void> {
  const email_key = emailKeyOf(email)
  try {
    await attempt(ctx, budgetsOfForgotten(email_key, address), async () => false)
  } catch (error) {
    if (error instanceof TooMany) return
    throw error
  }
  await noteAttempt(ctx, { kind: 'forgotten password', address, userid: undefined })
  const at = ctx.now()
  await ctx.db.write((db) => repo.insert(db, { email_key, next_at: at, created_at: at }))
  announceMail()
}

const LEASE_MS = 5 * 60_000
const MOST_AT_ONCE = 100

/** Sends a link to those of the noted addresses that belong to an account. */
export async function answerPasswordRequests(ctx: Context, signal?: AbortSignal): Promise<void> {
  if (!(await repo.findDue(ctx.db.read, ctx.now()))) return
  const config = await configOf(ctx)
  if (!config.mail || !sendsPasswordLinks(ctx, config)) return ctx.db.write((db) => repo.removeDue(db, ctx.now()))
  const work = async (send: Send) => {
    for (let count = 0; count < MOST_AT_ONCE && !signal?.aborted; count++) {
      const at = ctx.now()
      const until = new Date(Date.parse(at) + LEASE_MS).toISOString()
      const request = await ctx.db.write((db) => repo.claim(db, { at, until }))
      if (!request) return
      if (!(await answerOne(ctx, send, request))) return
    }
  }
  await withTransport(ctx, config.mail, work, signal)
}

const MOST_ATTEMPTS = 3

/** False: the server takes no messages. */
async function answerOne(ctx: Context, send: Send, { email_key, attempts }: repo.Claimed): Promise<boolean> {
  try {
    await sendLink(ctx, send, email_key)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    ctx.counters.mails.add('failed')
    ctx.log.warn({ problem: error.message }, 'the e-mail with a password link was not sent')
    if (!error.isFinal && attempts < MOST_ATTEMPTS) {
      await ctx.db.write((db) => repo.putBack(db, { email_key, next_at: retryAt(ctx, attempts - 1) }))
      return !error.isGeneral
    }
  }
  await ctx.db.write((db) => repo.remove(db, email_key))
  return true
}

async function sendLink(ctx: Context, send: Send, email_key: string): Promise<void> {
  const user = await users.findByEmail(ctx.db.read, email_key)
  const token = user?.state === 1 && (await createOwnPasswordLink(ctx, user.userid))
  const url = token && linkTo(ctx, `set-password#token=${token}`)
  if (!user || !url) return
  const { code, words } = languageOf(preferencesOf(user).lang)
  await send({
    to: { name: fullnameOf(user), address: user.email },
    subject: words.passwordSubject,
    ...layOut({
      language: code,
      heading: words.passwordSubject,
      lines: [{ told: words.password }],
      button: { label: words.passwordButton, url },
      notes: [words.passwordHint],
    }),
  })
  ctx.counters.mails.add('sent')
}
