import { mentionsInHtml, personAt } from '@aliquot/contract/mention-text'
import type { CurrentTitles } from './current-titles.ts'

/** The key of a person among the titles. Theirs is the name behind `@`. */
export function personKey(userid: number): string {
  return `people/${userid}`
}

export function peopleIn(html: string): number[] {
  return mentionsInHtml(html).map(({ userid }) => userid)
}

/** Mentions of a read-only tree show present names. */
export function showNames(tree: HTMLElement, titles: CurrentTitles): void {
  for (const link of tree.querySelectorAll<HTMLAnchorElement>('a[href^="/people/"]')) {
    const userid = personAt(link.getAttribute('href'))
    const name = userid === undefined ? undefined : titles.get(personKey(userid))
    if (name !== undefined && link.textContent.startsWith('@')) link.replaceChildren(name)
  }
}
