import { teamTags } from '@aliquot/contract/tags'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useSession } from '../../session/session.queries.ts'
import { knownRows } from '../list-cache.ts'

const MOST_TAGS = 50

/** The tags of the current team that contain these letters; those that start with them come first. */
export function tagsLike(team: number, letters: string) {
  return queryOptions({
    queryKey: ['team-tags', team, 'like', letters],
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data } = await call(teamTags.list, {
        params: { id: 'current' },
        query: { q: letters, limit: MOST_TAGS },
        signal,
      })
      const tags = data.map(({ tag }) => tag)
      const begins = (tag: string) => tag.toLowerCase().startsWith(letters.toLowerCase())
      return [...tags.filter(begins), ...tags.filter((tag) => !begins(tag))]
    },
    staleTime: 30_000,
  })
}

/** Tag suggestions from loaded rows and from the team. */
export function useTagSuggestions(typed: string): string[] {
  const client = useQueryClient()
  const { team } = useSession()
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const { data = [] } = useQuery({ ...tagsLike(team, asked), enabled: asked !== '', retry: false })
  const tags = new Set([...knownRows(client).flatMap((row) => row.tags), ...data])
  return [...tags].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
}
