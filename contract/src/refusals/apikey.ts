/** API keys. */
export const apikeyRefusals = {
  'apikey.not_found': 'No API key with this id',
  'apikey.of_other': 'This API key belongs to someone else',
  'apikey.only_deposit': '{field}: only keys of level deposit have them',
  'apikey.no_template': '{field}: you can see no template with the id {id}',
  'apikey.no_entry': '{field}: you can see no such entry with the id {id}',
  'apikey.deposit_only': [
    'This API key only deposits, so it may not do this',
    'A deposit key may create entries from its templates, and add files, comments and field values to them.',
  ],
  'apikey.deposit_elsewhere': 'This API key neither made this entry nor was pointed to it',
  'apikey.deposit_not_made': 'This API key did not make this entry, so it may not read it',
  'apikey.deposit_not_added': 'This API key did not add this file',
  'apikey.deposit_template': '{field}: this API key may only create entries from these templates: {known:list}',
  'apikey.deposit_not_this': '{field}: not with an API key that only deposits',
} as const
