import { Refusal } from '../../errors.ts'

/** A query that cannot be understood, with the place where that shows. */
export class QueryProblem extends Error {
  /** Index into the text of the query. */
  readonly at: number

  constructor(problem: string, at: number) {
    super(problem)
    this.at = at
  }
}

const SHOWN = 20

/** 400: tells where in which parameter, and what was expected there. `position` counts characters from 1. */
export class InvalidQuery extends Refusal {
  constructor(parameter: string, text: string, { message, at }: QueryProblem) {
    const position = Array.from(text.slice(0, at)).length + 1
    const before = Array.from(text.slice(0, at)).slice(-SHOWN).join('')
    const rest = Array.from(text.slice(at)).slice(0, SHOWN).join('')
    super(400, `${parameter}: ${message}, at character ${position}`, {
      description: rest === '' ? `At the end, after: ${before}` : `Here: ${before}▸${rest}`,
      extra: { position },
    })
  }
}
