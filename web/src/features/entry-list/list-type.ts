import type { EntityType } from '@aliquot/contract/common'
import { createContext, useContext } from 'react'
import { useTypeTexts } from '../entry-data/entry-type.text.ts'

/** Of which type the entries of the list are. */
export const ListType = createContext<EntityType>('experiments')

export function useListType(): EntityType {
  return useContext(ListType)
}

/** What is said of the entries of this list. */
export function useListTypeTexts() {
  return useTypeTexts(useListType())
}
