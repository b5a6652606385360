/** `canread_base,canwrite_base,title` in words, each once: view access, edit access, title. */
export function fieldWords(fields: string, names: Readonly<Record<string, string>>): string[] {
  return [
    ...new Set(
      fields
        .split(',')
        .filter(Boolean)
        .map((field) => fieldWord(field, names)),
    ),
  ]
}

/** `session:3` in words. A means without a word of its own is shown as it is. */
export function viaWord(via: string, names: Readonly<Record<string, string>>): string {
  const [kind = '', number] = via.split(':')
  const name = names[kind]
  if (name === undefined) return via
  return number === undefined ? name : `${name} ${number}`
}

/** A setting without a word of its own still reads as words. */
export function fieldWord(field: string, names: Readonly<Record<string, string>>): string {
  return names[field] ?? field.replaceAll('_', ' ')
}
