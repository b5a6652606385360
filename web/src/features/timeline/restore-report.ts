import { ApiError, Unreachable } from '../../api/client.ts'
import type { Toast } from '../../ui/toasts.tsx'
import type { RestoreTexts } from './restore.text.ts'
import type { Part } from './restore-plan.ts'

/** What is set one after the other. */
export type Group = 'fields' | Part

/** What has become of a restore, kept while it goes on: it may end anywhere. */
export interface Report {
  /** How many changes the service has made. */
  changes: number
  /** Each with what it is called. */
  refused: string[]
  left: string[]
  /** Groups that have been gone through. */
  done: Group[]
  /** Why the first of them was refused. */
  refusal: unknown
  /** What ended it before all was tried. */
  end: unknown
}

export function newReport(): Report {
  return { changes: 0, refused: [], left: [], done: [], refusal: undefined, end: undefined }
}

/** Makes one change; one that is refused is noted with its name, and the others go on. */
export async function attempt<T>(report: Report, name: string, change: () => Promise<T>): Promise<T | undefined> {
  try {
    const result = await change()
    report.changes++
    return result
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    report.refusal ??= error
    if (!report.refused.includes(name)) report.refused.push(name)
    return undefined
  }
}

/** Whether something can be taken back, as far as anybody knows: what got no answer may have happened. */
export function hasChanged({ changes, end }: Report): boolean {
  return changes > 0 || (end instanceof Unreachable && !end.isReached)
}

type Problems = Pick<Toast, 'tone'> & Partial<Pick<Toast, 'message'>> & { detail: string }

/** What is to be told where not everything is as it was wanted. */
export function tellProblems(report: Report, groups: readonly Group[], text: RestoreTexts): Problems | undefined {
  const { refused, left, done, end } = report
  const isBroken = end !== undefined
  const namesOf = (some: readonly Group[]) => some.map((group) => text.groups[group])
  const sentences: string[] = []
  const say = (sentence: (what: string) => string, names: readonly string[]) => {
    if (names.length > 0) sentences.push(sentence(listed(names, text)))
  }
  if (isBroken) {
    say(text.done, namesOf(groups.filter((group) => done.includes(group))))
    say(text.open, namesOf(groups.filter((group) => !done.includes(group))))
  }
  say(text.refused, refused)
  say(text.left, left)
  if (sentences.length === 0) return undefined
  return {
    ...(isBroken && { message: end instanceof Unreachable ? text.lost : text.ended }),
    detail: sentences.join(' '),
    tone: isBroken || refused.length > 0 ? 'error' : 'info',
  }
}

const MOST_NAMED = 5

function listed(names: readonly string[], text: RestoreTexts): string {
  const more = names.length - MOST_NAMED
  return [...names.slice(0, MOST_NAMED), ...(more > 0 ? [text.more(more)] : [])].join(', ')
}
