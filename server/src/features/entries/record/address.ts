import type { EntityKind } from '../entries.types.ts'

/** The page of an entry, with its share key if it has one. */
export function shareLink(
  { id, access_key }: { id: number; access_key: string | null },
  kind: EntityKind,
  baseUrl: string,
): string {
  const link = plainLink({ id }, kind, baseUrl)
  return access_key === null ? link : `${link}&access_key=${access_key}`
}

/** The page of an entry for people who have access anyway. */
export function plainLink({ id }: { id: number }, { page }: EntityKind, baseUrl: string): string {
  return `${baseUrl}/${page}.php?mode=view&id=${id}`
}

/** The shortest address that leads there, for small codes. */
export function shortLink({ id }: { id: number }, baseUrl: string): string {
  return `${baseUrl}/e/${id}`
}
