import type { EntityType } from '@aliquot/contract/common'
import { createContext, useContext } from 'react'
import { useTypeMessages } from '../entry-data/entry-type.messages.ts'

/** The entity type of the list. */
export const ListType = createContext<EntityType>('experiments')

export function useListType(): EntityType {
  return useContext(ListType)
}

/** The messages for the type of this list. */
export function useListTypeMessages() {
  return useTypeMessages(useListType())
}
