import type { InstanceAction } from '@aliquot/contract/mail'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput, NotFound, TooMany } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import type { MailConfig } from '../../instance-config/values.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { today } from '../../lib/dates.ts'
import { makeRateLimit, type RateLimit } from '../../lib/rate-limit.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { requireEmail } from '../users/users.email.ts'
import * as users from '../users/users.lookup.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { fullnameOf } from '../users/users.record.ts'
import { MailFailure } from './mail.failure.ts'
import { layOut } from './mail.layout.ts'
import * as repo from './mail.recipients.repo.ts'
import { type Mail, type Person, type Send, withTransport } from './mail.transport.ts'
import { languageOf } from './words/languages.ts'

declare module '../../context.ts' {
  interface Context {
    /** Messages to a team, by their writer. */
    teamLetters: RateLimit
  }
}

const MOST_LETTERS = 20

export function openTeamLetters(): RateLimit {
  return makeRateLimit({ tries: MOST_LETTERS, withinMs: 3_600_000 })
}

/** Who gets a message, and what it says. */
interface Plan {
  addresses: readonly string[]
  subject: string
  body: string
  /** What the journal says of it. */
  target: string
  isTest?: boolean
}

/** Writes to people. Returns how many were written to: 0 while e-mail is not set up. */
export async function writeToPeople(ctx: Context, actor: Actor, input: InstanceAction): Promise<number> {
  const plan = await planOf(ctx, actor, input)
  if (!actor.isSysadmin) takeTurn(ctx, actor.userid)
  const { mail } = await configOf(ctx)
  const sender = await users.find(ctx.db.read, actor.userid)
  const from = sender && { name: fullnameOf(sender), address: sender.email }
  const language = languageOf(sender ? preferencesOf(sender).lang : '')
  const sent = mail && from && plan.addresses.length > 0 ? await sendAll(ctx, mail, from, language, plan) : 0
  await change(ctx, actor, (work) =>
    work.record({
      chain: INSTANCE_CHAIN,
      subject: 'mail',
      subjectId: actor.userid,
      verb: 'created',
      changes: { target: { after: plan.target }, title: { after: plan.subject }, recipients: { after: sent } },
      seal: null,
    }),
  )
  return sent
}

/** A member, or who has their key, must not be able to flood a team. */
function takeTurn(ctx: Context, userid: number): void {
  const now = Date.parse(ctx.now())
  const wait = ctx.teamLetters.wait(String(userid), now)
  if (wait > 0) throw new TooMany('instance.too_many_letters', wait, { most: MOST_LETTERS })
  ctx.teamLetters.take(String(userid), now)
}

async function planOf(ctx: Context, actor: Actor, input: InstanceAction): Promise<Plan> {
  switch (input.action) {
    case 'test': {
      requireSysadmin(actor)
      const address = requireEmail(required('email', input.email))
      return { addresses: [address], subject: '', body: '', target: address, isTest: true }
    }
    case 'email':
      requireSysadmin(actor)
      return { ...wordsOf(input), ...(await everybodyOf(ctx, required('target', input.target))) }
    case 'emailteam':
      return { ...wordsOf(input), ...(await teamOf(ctx, actor, required('target', input.target))) }
    case 'emailbookers': {
      const entry = await requireReadable(ctx.db.read, actor, 'items', requiredId(input.entity_id))
      // Nobody can book anything yet.
      return { ...wordsOf(input), addresses: [], target: `bookers of ${entry.id}` }
    }
    default:
      requireSysadmin(actor)
      throw new InvalidInput('instance.not_action', { field: 'action' })
  }
}

function requireSysadmin(actor: Actor): void {
  if (!actor.isSysadmin) throw new Forbidden('instance.may_not_write_to_all')
}

function required(field: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') throw new InvalidInput('field.missing', { field })
  return value
}

function requiredId(id: number | undefined): number {
  if (id === undefined) throw new InvalidInput('field.missing', { field: 'entity_id' })
  return id
}

function wordsOf({ subject, body }: InstanceAction): Pick<Plan, 'subject' | 'body'> {
  return { subject: required('subject', subject), body: required('body', body) }
}

async function everybodyOf(ctx: Context, target: string): Promise<Pick<Plan, 'addresses' | 'target'>> {
  const { read } = ctx.db
  const day = today(ctx.now(), ctx.config.TIMEZONE)
  const lists = {
    active_users: () => repo.listActive(read, day),
    admins: () => repo.listActive(read, day, { onlyAdmins: true }),
    sysadmins: () => repo.listSysadmins(read, day),
  }
  const list = Object.hasOwn(lists, target) ? lists[target as keyof typeof lists] : undefined
  if (!list) throw new InvalidInput('field.either', { field: 'target', choices: Object.keys(lists) })
  return { addresses: (await list()).map(({ email }) => email), target }
}

async function teamOf(ctx: Context, actor: Actor, target: string): Promise<Pick<Plan, 'addresses' | 'target'>> {
  const { read } = ctx.db
  const day = today(ctx.now(), ctx.config.TIMEZONE)
  const group = /^teamgroup_(\d{1,9})$/.exec(target)?.[1]
  if (target !== 'team' && group === undefined) {
    throw new InvalidInput('field.either', { field: 'target', choices: ['team', 'teamgroup_1'] })
  }
  const people = group
    ? await repo.listGroup(read, day, actor.team, Number(group))
    : await repo.listTeam(read, day, actor.team)
  if (!people) throw new NotFound('teamgroup.not_found')
  return { addresses: people.map(({ email }) => email), target }
}

const MOST_COPIES = 100

async function sendAll(
  ctx: Context,
  config: MailConfig,
  from: Person,
  { code, words }: ReturnType<typeof languageOf>,
  { addresses, subject, body, isTest = false }: Plan,
): Promise<number> {
  const heading = isTest ? words.testSubject : subject
  const said = { heading, subject: heading, replyTo: from }
  const letter = layOut({
    language: code,
    heading,
    lines: isTest ? [{ told: words.test }] : body.split(/\n{2,}/).map((told) => ({ told })),
    notes: [isTest ? words.automatic : words.writtenBy(from.name)],
  })
  const mails: Mail[] = config.sendsGrouped && !isTest ? copies(config, addresses, { ...said, ...letter }) : []
  const single = mails.length === 0 ? addresses : []
  for (const address of single) mails.push({ to: { name: '', address }, ...said, ...letter })
  const { accepted, failure } = await withTransport(ctx, config, (send) => sendEach(ctx, send, mails))
  if (failure && accepted === 0) throw new InvalidInput('instance.mail_failed', { problem: failure.message })
  return accepted
}

/** Goes on after a recipient that the server refuses, and stops if it takes no more at all. */
async function sendEach(
  ctx: Context,
  send: Send,
  mails: readonly Mail[],
): Promise<{ accepted: number; failure: MailFailure | undefined }> {
  let accepted = 0
  let failure: MailFailure | undefined
  for (const mail of mails) {
    try {
      accepted += await send(mail)
      ctx.counters.mails.add('sent')
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      ctx.counters.mails.add('failed')
      ctx.log.warn({ problem: error.message }, 'an e-mail to many people was not sent to all of them')
      failure = error
      if (error.isGeneral) break
    }
  }
  return { accepted, failure }
}

/** Few messages, each to many people who do not see each other. */
function copies({ from }: MailConfig, addresses: readonly string[], mail: Omit<Mail, 'to' | 'bcc'>): Mail[] {
  const mails: Mail[] = []
  for (let start = 0; start < addresses.length; start += MOST_COPIES) {
    const bcc = addresses.slice(start, start + MOST_COPIES)
    mails.push({ ...mail, to: { name: 'Aliquot', address: from }, bcc })
  }
  return mails
}
