import type { Import } from '@aliquot/contract/imports'
import { useEffect, useEffectEvent, useState } from 'react'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { actOnImport } from '../imports.queries.ts'
import { type Choices, choicesOf } from './table-choices.ts'

export interface ChoosableTable {
  choices: Choices
  choose(change: Partial<Choices>): void
  /** The service is looking at the file with these choices, or soon will. */
  isLooking: boolean
}

/**
 * What a person chooses shows at once, and the service looks at the file with it. What is chosen while it looks waits
 * until it has finished.
 */
export function useTableChoices(record: Import): ChoosableTable {
  const { fail } = useToasts()
  const [wanted, setWanted] = useState<Choices>()
  const [isSending, setSending] = useState(false)
  const canLook = record.actions.includes('preview')
  const send = useEffectEvent(async (choices: Choices) => {
    setSending(true)
    try {
      await actOnImport(record.id, 'preview', choices)
      setWanted((now) => (now === choices ? undefined : now))
    } catch (error) {
      setWanted(undefined)
      fail(error)
    }
    setSending(false)
  })
  useEffect(() => {
    if (wanted && canLook && !isSending) void send(wanted)
  }, [wanted, canLook, isSending])
  return {
    choices: wanted ?? choicesOf(record),
    choose: (change) => setWanted((now) => ({ ...(now ?? choicesOf(record)), ...change })),
    isLooking: wanted !== undefined || isSending || record.state === 'waiting' || record.state === 'running',
  }
}
