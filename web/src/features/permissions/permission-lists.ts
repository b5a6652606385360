/** Who a permission names beside its base level. */
export interface Lists {
  teams: number[]
  teamgroups: number[]
  users: number[]
}

/** Reads canread or canwrite as the service writes them. */
export function readLists(text: string): Lists {
  const lists = JSON.parse(text) as Partial<Lists>
  return { teams: lists.teams ?? [], teamgroups: lists.teamgroups ?? [], users: lists.users ?? [] }
}

export function writeLists({ teams, teamgroups, users }: Lists): string {
  return JSON.stringify({ teams, teamgroups, users })
}

export function withUser(lists: Lists, userid: number): Lists {
  return lists.users.includes(userid) ? lists : { ...lists, users: [...lists.users, userid] }
}

export function withoutUser(lists: Lists, userid: number): Lists {
  return { ...lists, users: lists.users.filter((id) => id !== userid) }
}
