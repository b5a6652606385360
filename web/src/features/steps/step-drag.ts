import { type DragEvent, useState } from 'react'
import type { StepRef } from './step-changes.ts'

/** The drag type of a step, so that it is taken for neither text nor a file. */
const KIND = 'application/x-aliquot-step'

/** Drags a step by its grip onto another one. The menu and the keys do the same. */
export function useStepDrag(drop: (step: StepRef, onto: StepRef) => void) {
  const [dragged, setDragged] = useState<StepRef>()
  const [over, setOver] = useState<StepRef>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    over: over === dragged ? undefined : over,
    gripOf: (step: StepRef) => ({
      draggable: true,
      onDragStart({ currentTarget, dataTransfer }: DragEvent<HTMLElement>) {
        dataTransfer.setData(KIND, String(step))
        dataTransfer.effectAllowed = 'move'
        const row = currentTarget.closest('li')
        if (row) dataTransfer.setDragImage(row, 0, 20)
        setDragged(step)
      },
      onDragEnd: end,
    }),
    placeOf: (step: StepRef) => ({
      onDragOver(event: DragEvent) {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(step)
      },
      onDrop(event: DragEvent) {
        if (dragged === undefined) return
        event.preventDefault()
        drop(dragged, step)
        end()
      },
    }),
  }
}

export type StepDrag = ReturnType<typeof useStepDrag>
