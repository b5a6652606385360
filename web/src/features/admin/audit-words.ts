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

/** A setting without a word of its own still reads as words. */
export function fieldWord(field: string, names: Readonly<Record<string, string>>): string {
  return names[field] ?? field.replaceAll('_', ' ')
}
