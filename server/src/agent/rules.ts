import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { SetupProblem } from './problems.ts'
import { readSeconds } from './seconds.ts'

export type MadeType = 'experiments' | 'items'

/** Where files go. Texts may hold `$1` and so on. */
export type Goal =
  | { kind: 'entry'; type: MadeType; id: string }
  | { kind: 'elabid'; elabid: string }
  | { kind: 'customId'; type: MadeType; customId: string }
  | { kind: 'newestOf'; mail: string }
  | {
      kind: 'template'
      type: MadeType
      template: number
      title: string
      fields: Readonly<Record<string, string>>
      per: 'file' | 'folder'
    }

export interface Rule {
  folder: string
  pattern: RegExp
  /** The pattern is about the name alone, and not the path below the folder. */
  isOfName: boolean
  goal: Goal
  /** Seconds without a change after which a file is complete. */
  settle: number
  /** A file that tells that another one is complete: an ending (`.done`), or a name in the same folder. */
  marker: string | undefined
  /** Seconds after which a file that still grows is sent as a version; undefined: only when it is complete. */
  growing: number | undefined
  /** Changes with anything above: what was refused is then tried again. */
  fingerprint: string
}

const KEYS = ['folder', 'pattern', 'entry', 'settle', 'marker', 'growing']

export function readRule(told: unknown, place: string, base: string): Rule {
  const rule = objectOf(told, place, KEYS)
  if (typeof rule.folder !== 'string' || rule.folder === '') throw new SetupProblem(`${place}.folder: is missing`)
  const { pattern = '.*', marker } = rule
  if (typeof pattern !== 'string') throw new SetupProblem(`${place}.pattern: must be text`)
  if (marker !== undefined && (typeof marker !== 'string' || marker === '' || /[/\\]/.test(marker))) {
    throw new SetupProblem(`${place}.marker: must be an ending such as .done, or the name of a file`)
  }
  const growing = rule.growing === true ? 60 : rule.growing === false ? undefined : rule.growing
  return {
    folder: resolve(base, rule.folder),
    ...readPattern(pattern, place),
    goal: readGoal(rule.entry, `${place}.entry`),
    settle: readSeconds(rule.settle, `${place}.settle`, 10, 0, 86_400),
    marker,
    growing: growing === undefined ? undefined : readSeconds(growing, `${place}.growing`, 60, 1, 86_400),
    fingerprint: createHash('sha256').update(JSON.stringify(rule)).digest('hex').slice(0, 16),
  }
}

function objectOf(told: unknown, place: string, known: readonly string[]): Record<string, unknown> {
  if (typeof told !== 'object' || told === null || Array.isArray(told))
    throw new SetupProblem(`${place}: must be an object`)
  const unknown = Object.keys(told).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new SetupProblem(`${place}: "${unknown}" is no setting; known are ${known.join(', ')}`)
  }
  return told as Record<string, unknown>
}

/** A regular expression; or a name with `*` and `?`, which then are `$1`, `$2` and so on. */
function readPattern(pattern: string, place: string): Pick<Rule, 'pattern' | 'isOfName'> {
  const isWildcard = /[*?]/.test(pattern) && !/[()\\^$[\]|+{}]|\.\*/.test(pattern)
  const source = isWildcard
    ? `^${pattern.replaceAll(/[.*?]/g, (sign) => ({ '.': '\\.', '*': '([^/]*)', '?': '([^/])' })[sign] ?? sign)}$`
    : pattern
  try {
    return { pattern: new RegExp(source, 'su'), isOfName: isWildcard && !pattern.includes('/') }
  } catch (error) {
    throw new SetupProblem(`${place}.pattern: ${(error as Error).message}`)
  }
}

const GOAL_KEYS = ['type', 'id', 'elabid', 'customId', 'newestOf', 'template', 'title', 'fields', 'per']
const NAMING = ['id', 'elabid', 'customId', 'newestOf', 'template']

function readGoal(told: unknown, place: string): Goal {
  const goal = objectOf(told, place, GOAL_KEYS)
  const named = NAMING.filter((name) => goal[name] !== undefined)
  const [kind, ...more] = named
  if (kind === undefined || more.length > 0)
    throw new SetupProblem(`${place}: needs exactly one of ${NAMING.join(', ')}`)
  const { type = 'experiments' } = goal
  if (type !== 'experiments' && type !== 'items') throw new SetupProblem(`${place}.type: must be experiments or items`)
  if (kind === 'template') return { ...readTemplate(goal, place), type }
  const value = goal[kind]
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new SetupProblem(`${place}.${kind}: must be text or a number`)
  const text = String(value)
  switch (kind) {
    case 'elabid':
      return { kind, elabid: text }
    case 'customId':
      return { kind, type, customId: text }
    case 'newestOf':
      return { kind, mail: text }
    default:
      return { kind: 'entry', type, id: text }
  }
}

function readTemplate(goal: Record<string, unknown>, place: string) {
  const { template, title = '', fields = {}, per = 'file' } = goal
  if (typeof template !== 'number' || !Number.isInteger(template) || template < 1) {
    throw new SetupProblem(`${place}.template: must be the id of a template`)
  }
  if (typeof title !== 'string') throw new SetupProblem(`${place}.title: must be text`)
  if (per !== 'file' && per !== 'folder') throw new SetupProblem(`${place}.per: must be file or folder`)
  const isTexts =
    typeof fields === 'object' && fields !== null && Object.values(fields).every((one) => typeof one === 'string')
  if (!isTexts) throw new SetupProblem(`${place}.fields: must be an object of texts`)
  return {
    kind: 'template' as const,
    template,
    title,
    fields: fields as Record<string, string>,
    per: per as 'file' | 'folder',
  }
}

/** The groups of the pattern, or undefined if the rule is not about this file. */
export function matchRule(rule: Rule, relative: string): RegExpExecArray | undefined {
  const subject = rule.isOfName ? (relative.split('/').at(-1) ?? relative) : relative
  return rule.pattern.exec(subject) ?? undefined
}

/** `$1`: a group, `$0`: the whole match, `$$`: a dollar. A group that is not there is empty. */
export function fill(text: string, groups: readonly string[]): string {
  return text.replaceAll(/\$(\$|\d{1,2})/g, (_, name: string) => (name === '$' ? '$' : (groups[Number(name)] ?? '')))
}
