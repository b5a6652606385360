import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { configOf } from '../../instance-config/current.ts'
import { wireTime } from '../../lib/dates.ts'
import { htmlToText } from '../../lib/html.ts'
import {
  type AgentSilentDetails,
  CATEGORY,
  type ExportReadyDetails,
  type JobFailedDetails,
  kindOf,
  type WebhookOffDetails,
} from '../notifications/notifications.lookup.ts'
import * as teams from '../teams/teams.lookup.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { fullnameOf } from '../users/users.record.ts'
import { endingOf } from './mail.ending.ts'
import { type Letter, layOut } from './mail.layout.ts'
import { linkTo } from './mail.links.ts'
import type { Mail } from './mail.transport.ts'
import { languageOf } from './words/languages.ts'

const OWN: ReadonlySet<number> = new Set([
  CATEGORY.ownWaiting,
  CATEGORY.ownValidated,
  CATEGORY.onboarding,
  CATEGORY.webhookOff,
  CATEGORY.jobFailed,
  CATEGORY.exportReady,
  CATEGORY.agentSilent,
])

/** About one's own account, webhook or instrument: these are no news of entries, and also for who cannot sign in yet. */
export function isOwnNews({ category }: { category: number }): boolean {
  return OWN.has(category)
}

/** Undefined if there is nothing to say any more. */
export async function composeOwnNews(
  ctx: Context,
  user: UserRow,
  { category, details }: { category: number; details: string | null },
): Promise<Mail | undefined> {
  const to = { name: fullnameOf(user), address: user.email }
  const { code, words } = languageOf(preferencesOf(user).lang)
  const kind = kindOf(category)
  const ending = kind && (await endingOf(ctx, words, user.userid, [kind]))
  const say = (subject: string, told: string, place = '', label = words.openNotebook): Mail => ({
    to,
    subject,
    ...layOut({
      language: code,
      heading: subject,
      lines: [{ told }],
      ...buttonTo(linkTo(ctx, place), label),
      notes: ending?.notes ?? [words.automatic],
    }),
    ...ending?.header,
  })
  if (category === CATEGORY.ownWaiting) return user.validated === 1 ? undefined : say(words.waitsSubject, words.waits)
  if (category === CATEGORY.ownValidated) {
    return user.validated === 1 ? say(words.validatedSubject, words.validated) : undefined
  }
  if (category === CATEGORY.webhookOff) {
    const { url, scope, reason } = JSON.parse(details ?? '') as WebhookOffDetails
    return say(words.webhookOffSubject, words.webhookOff[reason](url), WEBHOOK_PLACES[scope], words.openWebhooks)
  }
  if (category === CATEGORY.jobFailed) {
    const { entries, export: stored } = JSON.parse(details ?? '') as JobFailedDetails
    const told = words.exportFailed(entries)
    return stored
      ? say(words.exportFailedSubject, told, EXPORTS, words.openExports)
      : say(words.exportFailedSubject, told)
  }
  if (category === CATEGORY.exportReady) {
    const { entries } = JSON.parse(details ?? '') as ExportReadyDetails
    return say(words.exportReadySubject, words.exportReady(entries, ctx.config.EXPORT_DAYS), EXPORTS, words.openExports)
  }
  if (category === CATEGORY.agentSilent) {
    const { name, host, last_seen_at } = JSON.parse(details ?? '') as AgentSilentDetails
    const at = wireTime(last_seen_at, ctx.config.TIMEZONE).slice(0, 16)
    const told = words.agentSilent(name, host, at)
    return say(words.agentSilentSubject(name), told, 'team/instruments', words.openInstruments)
  }
  const letter = await welcomeOf(ctx, JSON.parse(details ?? '{}') as WelcomeDetails)
  if (!letter?.body) return undefined
  return {
    to,
    subject: letter.subject || words.openNotebook,
    text: `${htmlToText(letter.body).trim()}\n`,
    html: letter.body,
  }
}

interface WelcomeDetails {
  /** Absent for the welcome of the instance. */
  team?: number
  forAdmin?: boolean
}

/** As it is now, if it is still sent. */
async function welcomeOf(ctx: Context, { team, forAdmin = false }: WelcomeDetails) {
  if (team !== undefined) {
    const row = await teams.find(ctx.db.read, team)
    return row && { subject: htmlToText(row.onboarding_email_subject ?? ''), body: row.onboarding_email_body }
  }
  const { onboarding } = await configOf(ctx)
  if (!onboarding.isActive) return undefined
  return (forAdmin && onboarding.forAdmins) || onboarding.forPeople
}

const EXPORTS = 'exports'

const WEBHOOK_PLACES: Record<WebhookOffDetails['scope'], string> = {
  user: 'account/webhooks',
  team: 'team/webhooks',
  instance: 'admin/webhooks',
}

function buttonTo(url: string | undefined, label: string): Pick<Letter, 'button'> {
  return url ? { button: { label, url } } : {}
}
