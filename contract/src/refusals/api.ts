/** Paths that lead nowhere. */
export const apiRefusals = {
  'api.nothing': 'There is nothing at this address',
  'api.v1_gone': 'Version 1 of the API is gone, use {api}',
  'api.unknown_version': 'There is no API {version}, use {api}',
  'api.unknown_endpoint': ['Unknown endpoint: {name}', 'Known: {known:list}'],
  'api.unknown_submodel': ['Unknown submodel of {parent}: {name}', 'Known: {known:list}'],
  'api.wrong_method': ['{method} is not available for this resource', 'Known: {known:list}'],
  'api.no_method': '{method} is not available for this resource',
  'api.name_entry': 'Name one entry by its id',
  'api.name_one': 'Name one of the {submodel} by its id',
} as const
