import { API, exchange, type Query, queryText, Unreachable } from '../../api/client.ts'

export const FORMATS = ['zip', 'csv', 'json'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** An entry, or a list with what narrows it. */
export interface Exported {
  path: string
  query?: Query
  /** What a file is called that has no name of its own. */
  name: string
}

/**
 * Lets the browser load it as a file, however large. Asks first whether it can be had: what the browser says about a refusal
 * helps nobody. Tells how many entries it has, where that is known.
 */
export async function download({ path, query, name }: Exported, format: ExportFormat): Promise<number | undefined> {
  const asked = path + queryText({ ...query, format, ...(format === 'zip' && { json: 1 }) })
  const { total } = await exchange(asked, () => ask(asked))
  const link = document.createElement('a')
  link.href = API + asked
  link.download = format === 'json' ? `${name}.json` : ''
  link.click()
  return total
}

async function ask(path: string) {
  try {
    return { response: await fetch(API + path, { method: 'HEAD' }), text: '' }
  } catch (cause) {
    throw new Unreachable('The service cannot be reached', { cause })
  }
}
