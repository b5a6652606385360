/** Extra fields of entries. */
export const extraFieldRefusals = {
  'extra_field.not_held': '{field}: must hold extra_fields',
  'extra_field.not_object': '{field}: the field {name} must be an object',
  'extra_field.unknown': '{field}: there is no extra field with this name',
  'extra_field.linked_to_itself': '{field}: an entry cannot be linked to itself',
  'extra_field.too_many': '{field}: must have at most {most:count} extra fields',
  'extra_field.name_too_long': '{field}: the name of an extra field must have at most {most:count} characters',
} as const
