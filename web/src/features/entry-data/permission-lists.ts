/** The grants of a permission, besides its base level. */
export interface Lists {
  teams: number[]
  teamgroups: number[]
  users: number[]
}

export type Named = { kind: keyof Lists; id: number }

/** Parses canread or canwrite. */
export function readLists(text: string | undefined): Lists {
  const lists = (text ? JSON.parse(text) : {}) as Partial<Lists>
  return { teams: lists.teams ?? [], teamgroups: lists.teamgroups ?? [], users: lists.users ?? [] }
}

export function writeLists({ teams, teamgroups, users }: Lists): string {
  return JSON.stringify({ teams, teamgroups, users })
}

export function withNamed(lists: Lists, { kind, id }: Named): Lists {
  return lists[kind].includes(id) ? lists : { ...lists, [kind]: [...lists[kind], id] }
}

export function withoutNamed(lists: Lists, { kind, id }: Named): Lists {
  return { ...lists, [kind]: lists[kind].filter((one) => one !== id) }
}

/** Everybody named in one of them, without duplicates. */
export function allNamed(...all: readonly Lists[]): Named[] {
  const kinds = ['teams', 'teamgroups', 'users'] as const
  return kinds.flatMap((kind) => [...new Set(all.flatMap((lists) => lists[kind]))].map((id) => ({ kind, id })))
}
