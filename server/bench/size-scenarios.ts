import type { SeededTeam } from '../seed/world.ts'
import { LABEL_KIND } from '../src/features/labels/labels.kinds.ts'

/** Paths of what is measured at different sizes. */
export async function sizeScenarios(port: number, key: string, team: SeededTeam): Promise<Record<string, string>> {
  const [, category] = team.labels[LABEL_KIND.experimentsCategory] ?? []
  const list = (parameters: Record<string, string> = {}) =>
    `/experiments?${new URLSearchParams({ limit: '15', ...parameters })}`
  return {
    'first page': list(),
    'by category and tag': list({ cat: String(category), 'tags[]': 'topic 2' }),
    'q, a rare word': list({ q: 'rareword', scope: '3' }),
    'q, a common word': list({ q: 'commonword' }),
    'q, two words': list({ q: 'middlingword commonword' }),
    fastq: list({ fastq: 'Study 77' }),
    'extended, a field': list({ extended: 'extrafield:"Field 2":knock-out' }),
    'one entry': `/experiments/${await someEntry(port, key)}`,
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
