import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { isRightToLeft } from '../../../ui/layout/direction.ts'

const TOOLS = 'button:not(:disabled), select'

/** A toolbar is one stop of the Tab key; the arrow keys move within it, and Escape leads back to the text. */
export function useArrowKeys(bar: RefObject<HTMLElement | null>, leave: () => void) {
  useLayoutEffect(() => {
    const tools = toolsIn(bar.current)
    const stop = tools.find((tool) => tool.tabIndex === 0 && tool.dataset.stop !== undefined) ?? tools[0]
    for (const tool of tools) setStop(tool, tool === stop)
  })
  return (event: KeyboardEvent<HTMLElement>) => {
    const tools = toolsIn(bar.current)
    const at = tools.indexOf(event.target as HTMLElement)
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave()
    }
    const forwards = isRightToLeft(event.currentTarget) ? -1 : 1
    const step = { ArrowRight: at + forwards, ArrowLeft: at - forwards, Home: 0, End: tools.length - 1 }[event.key]
    if (step === undefined || at === -1) return
    event.preventDefault()
    const next = tools[(step + tools.length) % tools.length]
    for (const tool of tools) setStop(tool, tool === next)
    next?.focus()
  }
}

function setStop(tool: HTMLElement, isStop: boolean): void {
  tool.tabIndex = isStop ? 0 : -1
  if (isStop) tool.dataset.stop = ''
  else delete tool.dataset.stop
}

/** Without those in open menus. */
function toolsIn(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>(TOOLS) ?? [])].filter((tool) => !tool.closest('[role="menu"]'))
}
