import type { Context } from '../../context.ts'
import type { MailConfig } from '../../instance-config/values.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'

const PAGES: Readonly<Record<number, string>> = {
  [TYPE_NUMBER.experiments]: 'experiments',
  [TYPE_NUMBER.items]: 'resources',
  [TYPE_NUMBER.experiments_templates]: 'templates',
  [TYPE_NUMBER.items_types]: 'resource-templates',
}

/** Undefined without BASE_URL: a request's own address could be anybody's choice. */
export function linkTo(ctx: Context, path: string): string | undefined {
  const { BASE_URL } = ctx.config
  return BASE_URL && `${BASE_URL}/${path}`
}

export function entryPath(type: number, id: number): string {
  return `${PAGES[type] ?? 'experiments'}/${id}`
}

/** The right side of message ids. */
export function mailDomain(ctx: Context, { from }: Pick<MailConfig, 'from'>): string {
  const { BASE_URL } = ctx.config
  const host = BASE_URL && URL.parse(BASE_URL)?.hostname.replace(/[[\]]/g, '')
  return host || from.slice(from.lastIndexOf('@') + 1)
}
