import { REQUESTABLE, type Requestable } from '@aliquot/contract/request-actions'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import type { MailConfig } from '../../instance-config/values.ts'
import { wireTime } from '../../lib/dates.ts'
import {
  CATEGORY,
  excerptOf,
  type FollowedDetails,
  type Kind,
  kindOf,
  mentionExcerpt,
  type ToldRow,
} from '../notifications/notifications.lookup.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { fullnameOf } from '../users/users.record.ts'
import { endingOf } from './mail.ending.ts'
import { type Letter, type Line, layOut } from './mail.layout.ts'
import { entryPath, linkTo, mailDomain } from './mail.links.ts'
import type { Mail } from './mail.transport.ts'
import type { MailWords } from './words/english.ts'
import { languageOf } from './words/languages.ts'

/** One message about the notifications of one entry, or of one team's people. */
export async function composeNews(
  ctx: Context,
  config: MailConfig,
  reader: UserRow,
  rows: readonly [ToldRow, ...ToldRow[]],
): Promise<Mail> {
  const { code, words } = languageOf(preferencesOf(reader).lang)
  const [first] = rows
  const kinds = rows.flatMap(({ category }) => kindOf(category) ?? [])
  const { notes, header } = await endingOf(ctx, words, reader.userid, kinds)
  const isOfEntry = first.entity_id !== null
  const subject = isOfEntry ? (first.title ?? '') : words.newPeople(first.team ?? '')
  const letter: Letter = {
    language: code,
    heading: subject,
    lines: rows.map((row) => lineOf(ctx, words, row)),
    ...buttonOf(ctx, words, first),
    notes,
  }
  const domain = mailDomain(ctx, config)
  return {
    to: { name: fullnameOf(reader), address: reader.email },
    subject,
    ...layOut(letter),
    messageId: `<notification.${first.id}.${rows.length}.${dueOf(rows)}.${reader.userid}@${domain}>`,
    ...(isOfEntry && { thread: `<entry.${first.elabid ?? first.entity_id}@${domain}>` }),
    ...header,
  }
}

export type { Kind }

/** Differs after a deadline was moved or a notification grew: mail programs drop a second message with the same id. */
function dueOf(rows: readonly ToldRow[]): number {
  const dueAt = ({ category, visible_at, created_at }: ToldRow) =>
    category === CATEGORY.followed ? created_at : visible_at
  return Math.max(...rows.map((row) => Date.parse(dueAt(row) ?? '1970-01-01')))
}

function lineOf(ctx: Context, words: MailWords, row: ToldRow): Line {
  const name = fullnameOf(row)
  switch (row.category) {
    case CATEGORY.newPerson:
      return { told: words.joined(name, row.team ?? '') }
    case CATEGORY.waitingPerson:
      return { told: words.waiting(name, row.team ?? '') }
    case CATEGORY.deadline: {
      const at = row.deadline === null ? '' : wireTime(row.deadline, ctx.config.TIMEZONE).slice(0, 16)
      return { told: words.deadline(at), quote: excerptOf(row.step) }
    }
    case CATEGORY.request:
      return { told: words.asks[requestedName(row.action)](name) }
    case CATEGORY.mention: {
      const told = row.comment_id === null ? words.mentioned(name) : words.mentionedInComment(name)
      return { told, quote: mentionExcerpt(row) }
    }
    case CATEGORY.followed:
      return { told: toldOfFollowed(words, row) }
    default:
      return { told: words.commented(name), quote: excerptOf(row.comment) }
  }
}

function toldOfFollowed(words: MailWords, row: ToldRow): string {
  const { count, author } = JSON.parse(row.details ?? '{}') as FollowedDetails
  return words.followed(author === null ? undefined : fullnameOf(row), count)
}

function requestedName(action: number | null): Requestable {
  const names = Object.keys(REQUESTABLE) as Requestable[]
  return names.find((name) => REQUESTABLE[name] === action) ?? 'review'
}

function buttonOf(ctx: Context, words: MailWords, { entity_id, type }: ToldRow): Pick<Letter, 'button'> {
  const url = linkTo(ctx, entity_id === null ? 'team' : entryPath(type ?? 0, entity_id))
  return url ? { button: { label: entity_id === null ? words.openTeam : words.openEntry, url } } : {}
}
