import type { JsonSchema } from '../../http/answers/json-schema.ts'
import type { OpenApi, Response } from './openapi-document.ts'

/** Realistic values by field name. Others are derived from the type. */
const VALUES: Readonly<Record<string, unknown>> = {
  title: 'Annealing at 65 °C',
  entity_title: 'Annealing at 65 °C',
  body: '<p>Yield is low.</p>',
  body_html: '<p>Yield is low.</p>',
  comment: 'Buffer was prepared with the old stock.',
  content: 'Order pipette tips',
  email: 'ada@example.org',
  firstname: 'Ada',
  lastname: 'Lovelace',
  fullname: 'Ada Lovelace',
  requester_fullname: 'Ada Lovelace',
  commenter_fullname: 'Ada Lovelace',
  target_fullname: 'Grace Hopper',
  initials: 'AL',
  name: 'Photochemistry',
  team_name: 'Photochemistry',
  tag: 'PCR',
  tags: 'PCR|primer 4',
  tags_id: '3,8',
  color: '29aeb9',
  category_color: '29aeb9',
  status_color: '54aa08',
  category_title: 'Cloning',
  status_title: 'Running',
  real_name: 'gel.png',
  mime_type: 'image/png',
  elabid: '20260302-9f5b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6071',
  metadata: '{"extra_fields": {"pH": {"type": "number", "value": "7.4"}}}',
  canread: '{"teams": [], "teamgroups": [], "users": []}',
  canwrite: '{"teams": [], "teamgroups": [], "users": []}',
  sharelink: 'https://eln.example.org/experiments/1',
  elabftw_version: '5.6.12',
  elabftw_version_int: 50_612,
  lang: 'en_GB',
  as_of: '2026-03-02T10:15:40.000Z',
}

const MOST_DEPTH = 4

/** Adds an example to every JSON answer, generated from its schema. */
export function addExamples(api: OpenApi): OpenApi {
  for (const operation of Object.values(api.paths).flatMap((operations) => Object.values(operations))) {
    for (const response of Object.values(operation.responses)) {
      const content = (response as Response).content?.['application/json']
      if (content && content.example === undefined) content.example = exampleOf(api, content.schema)
    }
  }
  return api
}

function exampleOf(api: OpenApi, schema: JsonSchema, name = '', depth = 0): unknown {
  if (typeof schema.$ref === 'string') {
    const target = api.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    return target && exampleOf(api, target, name, depth)
  }
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [variant] = schema.anyOf ?? (schema.oneOf as JsonSchema[] | undefined) ?? []
  if (variant) return exampleOf(api, variant, name, depth)
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return exampleObject(api, schema, depth)
    case 'array':
      return exampleList(api, schema, name, depth)
    case 'string':
      return exampleText(schema, name)
    case 'integer':
    case 'number':
      return typeof VALUES[name] === 'number' ? VALUES[name] : (schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

function exampleObject(api: OpenApi, { properties = {} }: JsonSchema, depth: number): object {
  const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(api, field, name, depth + 1)])
  return Object.fromEntries(fields)
}

function exampleList(api: OpenApi, schema: JsonSchema, name: string, depth: number): unknown[] {
  const tuple = schema.prefixItems as JsonSchema[] | undefined
  if (tuple) return tuple.map((part) => exampleOf(api, part, name, depth + 1))
  if (schema.maxItems === 0 || depth >= MOST_DEPTH) return []
  return [exampleOf(api, schema.items ?? {}, name === 'tags' ? 'tag' : name, depth + 1)]
}

function exampleText({ format, pattern, description, examples }: JsonSchema, name: string): unknown {
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (typeof VALUES[name] === 'string') return VALUES[name]
  if (format === 'date') return '2026-03-02'
  if (String(description).includes('HH:MM:SS') || name.endsWith('_at') || name === 'at') return '2026-03-02 10:15:40'
  return pattern === undefined ? 'text' : '1'
}
