interface Nameable {
  userid: number
  fullname: string
  email?: string
}

/** Unique labels for people: by e-mail, or else by id. */
export function labelPeople<P extends Nameable>(people: readonly P[]): Map<string, P> {
  const labelled = new Map<string, P>()
  for (const person of people) {
    const { userid, fullname, email } = person
    const label = email ? `${fullname} · ${email}` : fullname
    labelled.set(labelled.has(label) ? `${label} · ${userid}` : label, person)
  }
  return labelled
}

/** Whether the name or e-mail contains these letters, ignoring case and accents. */
export function hasLetters({ fullname, email = '' }: Nameable, letters: string): boolean {
  return [fullname, email].some((text) => plain(text).includes(plain(letters)))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
