import type { Block } from '../tree.ts'
import { type Tag, tagsIn } from './dom.ts'
import type { Place } from './place.ts'

const NUMBERINGS: Readonly<Record<string, string>> = { a: 'a.', A: 'A.', i: 'i.', I: 'I.', 1: '1.' }
const INDENT = 18

/** Bullets, numbers, or boxes to tick. */
export function listOf(tag: Tag, place: Place): Block[] {
  const items = tagsIn(tag).filter(({ name }) => name === 'li')
  const inside = { ...place, width: place.width - INDENT }
  // Cleaned HTML may have other elements between the items.
  const strays = tag.children.filter((child) => typeof child !== 'string' && child.name !== 'li')
  const i = items.map((item) => inside.flow(item.children, inside))
  const list = i.length === 0 ? [] : [{ ...listBlock(tag, items, i), ...sideOf(i) }]
  return [...list, ...inside.flow(strays, inside)]
}

function listBlock(tag: Tag, items: readonly Tag[], i: Block[][]): Block {
  const { attribs } = tag
  if (attribs['data-type'] === 'taskList' || attribs.class?.includes('tox-checklist')) {
    return { k: 'tasks', i, v: items.map(isTicked) }
  }
  if (tag.name === 'ul') return { k: 'ul', i }
  const v = items.map(({ attribs: { value } }) => numberIn(value) ?? null)
  const s = numberIn(attribs.start) ?? 1
  return { k: 'ol', n: NUMBERINGS[attribs.type ?? '1'] ?? '1.', s, r: attribs.reversed !== undefined, i, v }
}

/** What sets pages knows no numbers below zero, and writes a thousand letters for a Roman million. */
function numberIn(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10)
  return Number.isNaN(number) ? undefined : Math.max(0, Math.min(number, 1_000_000))
}

/** Where the marks stand is told by the first item. */
function sideOf([first]: readonly Block[][]): Pick<Block, 'd'> {
  return first?.[0]?.d === 'rtl' ? { d: 'rtl' } : {}
}

function isTicked({ attribs }: Tag): boolean {
  return attribs['data-checked'] === 'true' || attribs.class === 'tox-checklist--checked'
}
