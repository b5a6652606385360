import type { Random } from './random.ts'
import { words } from './words.ts'

export interface Targets {
  experiments: readonly number[]
  items: readonly number[]
  users: readonly number[]
  uploads: readonly number[]
}

/** Metadata with fields of all types, as its owner sends it: the text or the object. */
export function metadata(random: Random, targets: Targets): unknown {
  if (random.chance(15))
    return random.pick([null, {}, '{"own":  12345678901234567890, "f": 1.50}', { note: [1, { a: null }] }])
  const fields: Record<string, unknown> = {}
  for (let count = random.int(8); count > 0; count--) {
    fields[`${words(random)} ${count}`] = { ...field(random, targets), ...extras(random, count) }
  }
  const elabftw = random.chance(50) && { elabftw: { extra_fields_groups: [{ id: 1, name: words(random) }] } }
  const whole = { ...elabftw, extra_fields: fields }
  return random.chance(50) ? JSON.stringify(whole, null, random.int(3)) : whole
}

function extras(random: Random, position: number): object {
  return {
    ...(random.chance(50) && { position }),
    ...(random.chance(30) && { description: words(random) }),
    ...(random.chance(30) && { required: random.chance(50) }),
    ...(random.chance(20) && { group_id: 1 }),
    ...(random.chance(10) && { readonly: true }),
  }
}

function field(random: Random, { experiments, items, users, uploads }: Targets): object {
  const options = ['a', 'b, c', 'é']
  const pointing = (type: string, ids: readonly number[]) => {
    if (ids.length === 0 || random.chance(10)) return { type, value: random.pick(['', '999999']) }
    const id = random.pick(ids)
    return { type, value: random.pick([id, String(id)]) }
  }
  return random.pick<() => object>([
    () => ({ type: 'text', value: words(random, 6) }),
    () => ({ type: 'text', value: '' }),
    () => ({ value: words(random) }),
    () => ({ type: 'number', value: random.pick(['4.20', '-1e9', '0', '', 12]), unit: 'mg', units: ['mg', 'µg'] }),
    () => ({ type: 'date', value: random.pick(['2026-03-02', '']) }),
    () => ({ type: 'datetime-local', value: '2026-03-02T09:15' }),
    () => ({ type: 'time', value: '09:15' }),
    () => ({ type: 'checkbox', value: random.pick(['on', '']) }),
    () => ({ type: 'select', value: 'b, c', options }),
    () => ({ type: 'select', value: ['a', 'é'], options, allow_multi_values: true }),
    () => ({ type: 'radio', value: 'a', options }),
    () => ({ type: 'email', value: 'ada@example.org' }),
    () => ({ type: 'url', value: 'https://example.org/?a=1&b=2' }),
    () => pointing('experiments', experiments),
    () => pointing('items', items),
    () => pointing('users', users),
    () => pointing('uploads', uploads),
  ])()
}
