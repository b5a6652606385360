import { favtags } from '@aliquot/contract/favtags'
import { type TeamTag, teamTags } from '@aliquot/contract/tags'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { changedMeanwhile, requireUnchanged } from '../../api/if-unchanged.ts'
import { ROWS_IN_PAGE, type RowPage } from '../../ui/layout/paged-rows.ts'

const KEY = ['team-tags']
const MOST_ALIKE = 500

/** The tags of a team that contain these letters, page by page. */
export function tagPage(team: number, q: string) {
  return (page: number) =>
    queryOptions({
      queryKey: [...KEY, team, q, page] as readonly unknown[],
      queryFn: async ({ signal }): Promise<RowPage<TeamTag>> => {
        const query = { q, limit: ROWS_IN_PAGE, offset: page * ROWS_IN_PAGE }
        const { data, total, totalIsExact } = await call(teamTags.list, { params: { id: team }, query, signal })
        return { rows: data, total: total ?? data.length, totalIsExact }
      },
    })
}

/** The tag of a team with this name, ignoring case and accents. */
export function tagCalled(team: number, name: string) {
  return queryOptions({
    queryKey: [...KEY, team, 'called', name],
    queryFn: async ({ signal }): Promise<TeamTag | null> => {
      const { data } = await call(teamTags.list, {
        params: { id: team },
        query: { q: name, limit: MOST_ALIKE },
        signal,
      })
      return data.find(({ tag }) => tag.localeCompare(name, undefined, { sensitivity: 'base' }) === 0) ?? null
    },
  })
}

/** Adds a tag; a no-op if the team has it. */
export function useAddTag(team: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tag: string) => call(teamTags.add, { params: { id: team }, body: { tag } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

interface Renaming {
  id: number
  tag: string
  /** For undo: the name that the tag must still have. */
  left?: string
}

/** Renames a tag on every entry; if another has the name, the two are merged. */
export function useRenameTag(team: number) {
  const client = useQueryClient()
  const requireUntaken = async ({ id, tag }: Renaming) => {
    const taken = await client.fetchQuery({ ...tagCalled(team, tag), staleTime: 0 })
    // Merging cannot be undone.
    if (taken && taken.id !== id) throw changedMeanwhile()
  }
  return useMutation({
    mutationFn: async ({ id, tag, left }: Renaming) => {
      const params = { id: team, subid: id }
      if (left !== undefined) await requireUntaken({ id, tag })
      const from =
        left === undefined ? {} : { ifMatch: await requireUnchanged(teamTags.read, { params }, { tag: left }) }
      return call(teamTags.rename, { params, body: { action: 'updatetag', tag }, ...from })
    },
    // Its name appears on entries, in lists and filters everywhere.
    onSuccess: () => client.invalidateQueries(),
  })
}

export function useTagsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

export function deleteTag(team: number, id: number, options: { keepalive?: boolean }): Promise<unknown> {
  return call(teamTags.remove, { params: { id: team, subid: id }, ...options })
}

/** Makes a tag a favourite of the person, or no longer one. */
export function useFavourTag() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ tag, is }: { tag: TeamTag; is: boolean }) => {
      if (is) await call(favtags.add, { body: { tag: tag.tag } })
      else await call(favtags.remove, { params: { id: tag.id } })
    },
    onMutate: async ({ tag, is }) => {
      await client.cancelQueries({ queryKey: KEY })
      const edit = (one: TeamTag): TeamTag => (one.id === tag.id ? { ...one, is_favorite: is ? 1 : 0 } : one)
      client.setQueriesData<RowPage<TeamTag>>(
        { queryKey: KEY, predicate: ({ queryKey }) => queryKey[2] !== 'called' },
        (page) => page && { ...page, rows: page.rows.map(edit) },
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
