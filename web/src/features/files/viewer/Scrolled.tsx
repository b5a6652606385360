import type { ReactNode, Ref } from 'react'

interface Props {
  label: string
  className: string | undefined
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  /** Sideways too: the arrow keys are its own. */
  isWide?: boolean
}

/** A part of the page that scrolls, with the keyboard too. */
export function Scrolled({ label, className, children, ref, isWide = false }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    // biome-ignore lint/a11y/useSemanticElements: it groups words, not fields of a form
    <div {...{ ref, className }} role="group" aria-label={label} tabIndex={0} data-scrolls={isWide || undefined}>
      {children}
    </div>
  )
}
