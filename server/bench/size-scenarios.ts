import type { SeededTeam } from '../seed/world.ts'
import { LABEL_KIND } from '../src/features/labels/labels.kinds.ts'
import { get } from './requests.ts'
import type { Seeded } from './size-notebooks.ts'

/** What other lists are compared with. */
export const FIRST_PAGE = 'first page'

/** The requests to measure at different sizes. */
export async function sizeScenarios(
  port: number,
  keys: Seeded['keys'],
  team: SeededTeam,
): Promise<Record<string, string>> {
  const [, category] = team.labels[LABEL_KIND.experimentsCategory] ?? []
  const list = (parameters: Record<string, string> = {}) =>
    `/experiments?${new URLSearchParams({ limit: '15', ...parameters })}`
  const paths = {
    [FIRST_PAGE]: list(),
    'by a tag': list({ 'tags[]': 'topic 2' }),
    'by a rare tag': list({ 'tags[]': team.tags.at(-1)?.tag ?? '' }),
    'by two tags': `${list({ 'tags[]': 'topic 2' })}&tags[]=topic%201`,
    'by an owner': list({ owner: String(team.people[0]) }),
    'by a category': list({ cat: String(category) }),
    'by category and tag': list({ cat: String(category), 'tags[]': 'topic 2' }),
    'q, a rare word': list({ q: 'rareword', scope: '3' }),
    'q, a common word': list({ q: 'commonword' }),
    'q, a middling word': list({ q: 'middlingword' }),
    'q, two words': list({ q: 'middlingword commonword' }),
    // People type the title of an entry they know, or a piece that many titles have.
    fastq: list({ fastq: 'Study 7712 of' }),
    'fastq, in many titles': list({ fastq: 'of w5' }),
    'extended, a field': list({ extended: 'extrafield:"Field 2":knock-out' }),
    'extended, words in a field': list({ extended: 'extrafield:"Field 2":"wild type"' }),
    'in the order of titles': list({ order: 'title', sort: 'asc' }),
    'in the order of dates': list({ order: 'date' }),
    'without long columns': list({ full: '0' }),
    'tags that start alike': `/teams/${team.id}/tags?q=topic%201`,
    'people by name': '/users?q=nov',
    'names of fields': '/extra_fields_keys?q=field%201',
    'one entry': `/experiments/${await someEntry(port, keys.typical)}`,
  }
  const requests = Object.entries(paths).map(([name, path]) => [name, get(port, keys.typical, path)] as const)
  return {
    ...Object.fromEntries(requests),
    'first page, much shared by name': get(port, keys.named, list()),
  }
}

async function someEntry(port: number, key: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/experiments?limit=1&offset=7`, {
    headers: { authorization: key },
  })
  const [entry] = (await answer.json()) as { id: number }[]
  if (!entry) throw new Error('nothing was seeded')
  return entry.id
}
