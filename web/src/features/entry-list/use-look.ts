import type { EntityType } from '@aliquot/contract/common'
import { useCallback, useMemo } from 'react'
import { useStored } from '../../ui/stored.ts'
import { changeSearch, type ListSearch, looksOf, readListSearch, type SearchChange } from './list-search.ts'

/** The parts of a list's address that are remembered on this device. */
type Look = Pick<ListSearch, 'view' | 'group' | 'folded' | 'span'>

const NONE: Partial<Record<EntityType, Look>> = {}
const PARTS = ['view', 'group', 'folded', 'span'] as const

/** The list as its address says, otherwise as it looked last. */
export function useLook(type: EntityType, address: ListSearch) {
  const [lasts, setLasts] = useStored('aliquot-list-look', NONE)
  const last = lasts[type]
  const search = useMemo(() => fitLook(type, withLook(address, last)), [type, address, last])
  /** Remembers a changed look. What was only remembered goes into the address with it. */
  const remember = useCallback(
    (change: SearchChange): SearchChange => {
      if (!PARTS.some((part) => part in change)) return change
      const { view, group, folded, span } = changeSearch(search, change)
      const look = { view, group, folded, span }
      setLasts((before) => ({ ...before, [type]: JSON.parse(JSON.stringify(look)) as Look }))
      return { ...look, ...change }
    },
    [search, setLasts, type],
  )
  return { search, remember }
}

/** A look that the type does not have, such as a gallery of experiments, is rows. */
export function fitLook(type: EntityType, { view, ...others }: ListSearch): ListSearch {
  return view && looksOf(type).includes(view) ? { ...others, view } : others
}

export function withLook(address: ListSearch, last: Look | undefined): ListSearch {
  if (!last) return address
  const { view = last.view, group = last.group, span = last.span } = address
  // An address that names a grouping, such as a saved view, names its folded groups too.
  const folded = address.folded ?? (address.group === undefined ? last.folded : undefined)
  return readListSearch({ ...address, view, group, folded, span })
}
