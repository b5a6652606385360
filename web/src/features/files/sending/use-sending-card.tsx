import { type RefObject, useEffect, useRef } from 'react'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import type { UploadQueue } from '../../uploads/upload-queue.ts'
import { SendingCard } from './SendingCard.tsx'

/** Shows the progress of new files at the edge of the page if their list is out of sight. */
export function useSendingCard(queue: UploadQueue, section: RefObject<HTMLElement | null>): void {
  const { keep } = useToasts()
  const isOpen = useRef(false)
  useEffect(() => {
    let before = queue.shown.length
    return queue.subscribe(() => {
      const isMore = queue.shown.length > before
      before = queue.shown.length
      const { current: list } = section
      if (!isMore || isOpen.current || !list || isInSight(list)) return
      isOpen.current = true
      keep((close) => {
        const end = () => {
          isOpen.current = false
          close()
        }
        return <SendingCard queue={queue} section={list} close={end} />
      })
    })
  }, [queue, section, keep])
}

function isInSight(list: HTMLElement): boolean {
  const { top, bottom } = list.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}
