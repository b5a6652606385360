import type { HTMLAttributes, Ref } from 'react'

interface Props extends HTMLAttributes<HTMLDivElement> {
  label: string
  ref?: Ref<HTMLDivElement>
  'data-zoomed'?: boolean | undefined
  /** Also scrolls sideways, so it keeps the arrow keys. */
  'data-scrolls'?: boolean
}

/** A part of the page that scrolls, also by keyboard. */
export function Scrolled({ label, children, ...props }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    // biome-ignore lint/a11y/useSemanticElements: it groups words, not fields of a form
    <div {...props} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
