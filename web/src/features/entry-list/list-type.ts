import type { EntityType } from '@aliquot/contract/common'
import { createContext, useContext } from 'react'
import { useTypeMessages } from '../entry-data/entry-type.messages.ts'

/** Of which type the entries of the list are. */
export const ListType = createContext<EntityType>('experiments')

export function useListType(): EntityType {
  return useContext(ListType)
}

/** What is said of the entries of this list. */
export function useListTypeMessages() {
  return useTypeMessages(useListType())
}
