import { InvalidInput } from '../../errors.ts'
import { parseDate } from '../../lib/dates.ts'
import { isExactNumber } from '../../lib/json-text.ts'

type Field = Readonly<Record<string, unknown>>

/** A value for an extra field as it is stored, if it fits what the field is. Empty fits everywhere. */
export function readFieldValue(name: string, field: Field, value: unknown): unknown {
  return Array.isArray(value) ? value.map((one) => readOne(name, field, one)) : readOne(name, field, value)
}

function readOne(name: string, field: Field, value: unknown): unknown {
  if (!isScalar(value)) throw new InvalidInput(`${name}: must be text, a number or a list of them`)
  const check = typeof field.type === 'string' ? CHECKS.get(field.type) : undefined
  if (!check || value === '') return value
  const read = check(textOf(value), field)
  if (read === undefined) throw new InvalidInput(`${name}: ${problemOf(field)}`)
  // A number stays one, with all its digits.
  return typeof value === 'string' || read !== textOf(value) ? read : value
}

/** What is stored for a text, undefined when it does not fit. */
type Check = (text: string, field: Field) => string | undefined

const matches =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text) ? text : undefined

const ON = ['on', '1', 'true', 'yes']
const OFF = ['off', '0', 'false', 'no']

const isOption: Check = (text, { options }) =>
  !Array.isArray(options) || options.some((option) => textOf(option) === text) ? text : undefined

const isId = matches(/^[1-9]\d{0,9}$/)

/** A map: the type of a field is free text. */
const CHECKS = new Map<string, Check>(
  Object.entries({
    checkbox: (text) => (ON.includes(text.toLowerCase()) ? 'on' : OFF.includes(text.toLowerCase()) ? '' : undefined),
    number: (text) => matches(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i)(text.trim().replace(',', '.'), {}),
    select: isOption,
    radio: isOption,
    date: (text) => parseDate(text),
    'datetime-local': (text) => {
      const [, day = '', time = ''] = /^(.+?)[T ](.+)$/.exec(text) ?? []
      return parseDate(day) !== undefined && TIME.test(time) ? text : undefined
    },
    time: (text) => (TIME.test(text) ? text : undefined),
    email: matches(/^[^@\s]+@[^@\s]+$/),
    url: (text) => (URL.canParse(text) ? text : undefined),
    experiments: isId,
    items: isId,
    users: isId,
    compounds: isId,
    uploads: isId,
  } satisfies Record<string, Check>),
)

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

function problemOf({ type, options }: Field): string {
  switch (type) {
    case 'checkbox':
      return 'must be on or empty'
    case 'number':
      return 'must be a number'
    case 'select':
    case 'radio':
      return `must be one of ${(options as unknown[]).map(textOf).join(', ').slice(0, 200)}`
    case 'date':
      return 'must be a date, YYYY-MM-DD'
    case 'datetime-local':
      return 'must be a date and time, YYYY-MM-DDTHH:MM'
    case 'time':
      return 'must be a time, HH:MM'
    case 'email':
      return 'must be an e-mail address'
    case 'url':
      return 'must be an address, like https://example.org'
    default:
      return 'must be an id'
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || isExactNumber(value)
}

/** Also of what has no text of its own: numbers that are kept with all their digits, and whatever else JSON can be. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
