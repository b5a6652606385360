import type { Entity } from '@aliquot/contract/entities'
import type { PermissionTexts } from './permissions.text.ts'

export const LEVELS = [10, 20, 30, 40, 50] as const
export type Level = (typeof LEVELS)[number]

/** Levels to choose from. The two widest mean the same here, so the second is offered only where it is set. */
export function levelsFor(current: number): Level[] {
  return LEVELS.filter((level) => level < 50 || level === current)
}

export function asLevel(base: number): Level {
  return LEVELS.find((level) => level === base) ?? 10
}

/** A base level in words: `Everybody in Chemistry`. */
export function levelText(level: Level, entry: Entity, userid: number, text: PermissionTexts): string {
  const owner = entry.userid === userid ? text.you : entry.fullname
  const sentence = text.levels[level](owner, entry.team_name)
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
}
