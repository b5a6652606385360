import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import type { Sharing } from '../saving/entry-fields.ts'
import type { PermissionMessages } from './permissions.messages.ts'

export const LEVELS = [10, 20, 30, 40, 50] as const
export type Level = (typeof LEVELS)[number]

/** What is shared: the entry itself, or what is made from a template. */
export type Subject = 'entry' | 'made'

/** The record's keys for read and write access. */
export const SHARED = {
  entry: { read: 'canread', write: 'canwrite' },
  made: { read: 'canread_target', write: 'canwrite_target' },
} as const satisfies Record<Subject, { read: Sharing; write: Sharing }>

/** The levels to choose from. The two widest mean the same here, so the second is offered only if it is set. */
export function levelsFor(current: number): Level[] {
  return LEVELS.filter((level) => level < 50 || level === current)
}

export function asLevel(base: number | undefined): Level {
  return LEVELS.find((level) => level === base) ?? 10
}

/** A base level in words: `Everybody in Chemistry`. For what is made from a template, the owner is its creator. */
export function levelText(
  level: Level,
  entry: Entity,
  userid: number,
  text: PermissionMessages,
  subject: Subject = 'entry',
): string {
  const own = entry.userid === userid ? text.you : entry.fullname
  const sentence = text.levels[level](subject === 'made' ? text.maker : own, entry.team_name)
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
}

/** Whether the public link of the entry works now. It rests while the entry is archived or in the trash. */
export function isLinkOpen({ access_key, state }: Entity, { has_share_links }: Session): boolean {
  return access_key !== null && has_share_links === 1 && state === 1
}
