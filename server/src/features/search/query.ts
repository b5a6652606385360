import type { Actor } from '../../access/actor.ts'
import type { Filter } from '../../access/entry-filter.ts'
import type { Db } from '../../db/schema.ts'
import type { EntityKind } from '../entries/entries.types.ts'
import { namesState, type Query } from './ast.ts'
import { compileQuery } from './compile.ts'
import { matchOf } from './match.ts'
import { parseQuery } from './parse.ts'
import type { Pending } from './pending.ts'
import { InvalidQuery, QueryProblem } from './query-error.ts'
import { resolveNames } from './resolve.ts'

/** The effect of a query on a list. */
export interface Understood {
  filters: Filter[]
  /** The states that can match; undefined if the query does not mention states. */
  states?: readonly number[]
  /** The base levels that can match; undefined if the query does not tell. */
  bases?: readonly number[]
}

const EVERY_STATE = [1, 2, 3, 4, 5, 6]

/** Compiles a query of the search language; an invalid one is refused with the position and the parameter. */
export async function understandQuery(
  db: Db,
  { actor, kind, zone, pending }: { actor: Actor; kind: EntityKind; zone: string; pending: Pending },
  parameter: 'q' | 'extended',
  text: string,
): Promise<Understood> {
  try {
    const parsed = parseQuery(text)
    if (!parsed) return { filters: [] }
    const query = await resolveNames(db, actor, kind, parsed)
    return {
      filters: compileQuery(query, zone, parameter.charAt(0), pending),
      ...(namesState(query) && { states: requiredNumbers(query, 'state') ?? EVERY_STATE }),
      bases: requiredNumbers(query, 'canread_base'),
    }
  } catch (error) {
    throw error instanceof QueryProblem ? new InvalidQuery(parameter, text, error) : error
  }
}

/** The quick search: the title contains the text, or the text is the entry's id or custom id. */
export function understandQuick(text: string, pending: Pending): Filter[] {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  const title: Query = { kind: 'text', in: 'title', match: matchOf([{ text }], false) }
  if (number === 0 || number > 2_147_483_647) return compileQuery(title, 'UTC', 'f', pending)
  const ids: Query[] = [
    { kind: 'number', column: 'id', value: number },
    { kind: 'number', column: 'custom_id', value: number },
  ]
  return compileQuery({ kind: 'or', parts: [title, ...ids] }, 'UTC', 'f', pending)
}

/** The values of a column, one of which an entry must have to match. Undefined if the query does not tell. */
function requiredNumbers(query: Query, column: 'state' | 'canread_base'): readonly number[] | undefined {
  for (const part of query.kind === 'and' ? query.parts : [query]) {
    if (part.kind === 'number' && part.column === column) return [part.value]
    if (part.kind === 'among' && part.column === column) return part.numbers
  }
  return undefined
}
