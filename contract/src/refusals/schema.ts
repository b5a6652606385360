import type { z } from 'zod'
import { type FieldCode, type FieldProblem, type OtherParams, ofField, problem } from './problem.ts'
import { type Said, say } from './say.ts'

interface Raised {
  error(issue: z.core.$ZodRawIssue): string
}

/** What a schema refuses with: `z.string().max(200, says('password.foreign_link'))`. */
export function says<C extends FieldCode>(reason: C, ...params: OtherParams<C>): Raised {
  return raise(problem(reason, ...params))
}

/** The same with a problem that is found first. */
export function raise(found: FieldProblem): Raised {
  return {
    error(issue) {
      // Zod hands on every key of an issue.
      issue.refusal = found
      return found.reason
    },
  }
}

/** The issue that a transformation adds: `check.addIssue(issueOf('list.ends_before'))`. */
export function issueOf<C extends FieldCode>(reason: C, ...params: OtherParams<C>) {
  return issueWith(problem(reason, ...params))
}

export function issueWith(refusal: FieldProblem) {
  return { code: 'custom' as const, message: refusal.reason, refusal }
}

type Issue = z.core.$ZodIssue & { refusal?: FieldProblem }

/** What is wrong with the input, with the field that does not fit; `part` where no field does. */
export function refusalOf(issue: z.core.$ZodIssue | undefined, part: string): Said {
  if (!issue) return say('field.wrong_form', { field: part })
  const field = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path.join('.')
  return ofField((issue as Issue).refusal ?? usualProblem(issue), field || part)
}

/** What Zod finds itself, where the schema says nothing of its own. */
function usualProblem(issue: z.core.$ZodIssue): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      return problem(issue.input === undefined ? 'field.missing' : (EXPECTED[issue.expected] ?? 'field.wrong_form'))
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int') {
        return problem('field.at_least', { least: Number(issue.minimum) })
      }
      return issue.minimum === 1 ? problem('field.empty') : problem('field.too_short', { least: Number(issue.minimum) })
    case 'too_big':
      return problem(issue.origin === 'string' ? 'field.too_long' : 'field.at_most', { most: Number(issue.maximum) })
    case 'invalid_value':
      return problem('field.either', { choices: issue.values.filter((value) => value !== '').map(String) })
    case 'invalid_format':
      return problem('field.wrong_format')
    case 'unrecognized_keys':
      return problem('field.unknown')
    default:
      return problem('field.wrong_form')
  }
}

const EXPECTED = {
  string: 'field.not_text',
  number: 'field.not_number',
  int: 'field.not_whole',
  boolean: 'field.not_boolean',
  array: 'field.not_list',
  object: 'field.not_object',
  record: 'field.not_object',
} as Readonly<Record<string, PlainCode | undefined>>

type PlainCode = { [C in FieldCode]: OtherParams<C> extends [] ? C : never }[FieldCode]
