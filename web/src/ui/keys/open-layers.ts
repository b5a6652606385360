/** Whether a dialog, a menu or suggestions are open, which Escape closes first. `except`: a layer that does not count. */
export function isSomethingOpen(except = ':not(*)'): boolean {
  const found = document.querySelectorAll('[role="dialog"], [role="listbox"], [role="menu"]')
  return [...found].some((element) => !element.matches(except) && element.getClientRects().length > 0)
}
