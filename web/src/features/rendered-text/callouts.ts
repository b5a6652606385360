import './callouts.css'

export const CALLOUT_KINDS = ['note', 'tip', 'warning', 'danger'] as const
export type CalloutKind = (typeof CALLOUT_KINDS)[number]

export interface CalloutMessages {
  callouts: Record<CalloutKind, string>
}

/** The kind of a `<div class="callout callout-tip">`. */
export function calloutKind(classes: string): CalloutKind {
  return CALLOUT_KINDS.find((kind) => classes.split(/\s+/).includes(`callout-${kind}`)) ?? 'note'
}

/** Names the kind of a callout above its words: colour alone does not tell it. */
export function labelCallout(callout: HTMLElement, text: CalloutMessages): void {
  callout.dataset.callout = text.callouts[calloutKind(callout.className)]
  callout.setAttribute('role', 'note')
}

export function labelCallouts(tree: ParentNode, text: CalloutMessages): void {
  for (const callout of tree.querySelectorAll<HTMLElement>('div.callout')) labelCallout(callout, text)
}
