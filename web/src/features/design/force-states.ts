/** Attributes that show an element as if it were hovered or focused. */
export const HOVERED = { 'data-as': 'hover' } as const
export const FOCUSED = { 'data-as': 'focus' } as const

const AS = [
  [/:hover/g, '[data-as="hover"]'],
  [/:focus-visible|:focus(?!-)/g, '[data-as="focus"]'],
] as const

/** Repeats every rule for hovered and focused elements for those with the attribute. Returns how to end it. */
export function forceStates(): () => void {
  const style = document.createElement('style')
  style.textContent = [...document.styleSheets].flatMap((sheet) => repeat(sheet.cssRules)).join('\n')
  document.head.append(style)
  return () => style.remove()
}

function repeat(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return AS.flatMap(([state, attribute]) => repeatRule(rule, state, attribute))
    // A mouse is what hovers, also where the pictures are taken.
    if (rule instanceof CSSMediaRule && rule.conditionText.includes('hover')) return repeat(rule.cssRules)
    return []
  })
}

function repeatRule(rule: CSSStyleRule, state: RegExp, attribute: string): string[] {
  if (!rule.selectorText.match(state)) return []
  return [`${rule.selectorText.replaceAll(state, attribute)} { ${rule.style.cssText} }`]
}
