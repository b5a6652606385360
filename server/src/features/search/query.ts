import type { Actor } from '../../access/actor.ts'
import type { Filter } from '../../access/entry-filter.ts'
import type { Db } from '../../db/schema.ts'
import type { EntityKind } from '../entries/entries.types.ts'
import { namesState, type Query } from './ast.ts'
import { compileQuery } from './compile.ts'
import { matchOf } from './match.ts'
import { parseQuery } from './parse.ts'
import { InvalidQuery, QueryProblem } from './query-error.ts'
import { resolveNames } from './resolve.ts'

/** What a query means for a list. */
export interface Understood {
  filters: Filter[]
  /** States that it leaves; undefined when it does not speak of states. */
  states?: readonly number[]
  /** Base levels that it leaves; undefined when it does not tell. */
  bases?: readonly number[]
}

const EVERY_STATE = [1, 2, 3, 4, 5, 6]

/** Reads a query of the search language; wrong ones are refused with the place under the name of the parameter. */
export async function understandQuery(
  db: Db,
  { actor, kind, zone }: { actor: Actor; kind: EntityKind; zone: string },
  parameter: 'q' | 'extended',
  text: string,
): Promise<Understood> {
  try {
    const parsed = parseQuery(text)
    if (!parsed) return { filters: [] }
    const query = await resolveNames(db, actor, kind, parsed)
    return {
      filters: compileQuery(query, zone, parameter.charAt(0)),
      ...(namesState(query) && { states: requiredNumbers(query, 'state') ?? EVERY_STATE }),
      bases: requiredNumbers(query, 'canread_base'),
    }
  } catch (error) {
    throw error instanceof QueryProblem ? new InvalidQuery(parameter, text, error) : error
  }
}

/** What the quick search for a title means: the text is in it, or it is the number of the entry. */
export function understandQuick(text: string): Filter[] {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  const title: Query = { kind: 'text', in: 'title', match: matchOf([{ text }], false) }
  if (number === 0 || number > 2_147_483_647) return compileQuery(title, 'UTC', 'f')
  const ids: Query[] = [
    { kind: 'number', column: 'id', value: number },
    { kind: 'number', column: 'custom_id', value: number },
  ]
  return compileQuery({ kind: 'or', parts: [title, ...ids] }, 'UTC', 'f')
}

/** Values of a column without which no entry fulfils the query. */
function requiredNumbers(query: Query, column: 'state' | 'canread_base'): readonly number[] | undefined {
  for (const part of query.kind === 'and' ? query.parts : [query]) {
    if (part.kind === 'number' && part.column === column) return [part.value]
    if (part.kind === 'among' && part.column === column) return part.numbers
  }
  return undefined
}
