/** The editor is as large as all the rest, and comes on its own. */
export function loadEditor() {
  return import('./RichEditor.tsx')
}

/** Begins to load it for a page that will need it. When it does not come, that page says so. */
export async function preloadEditor(): Promise<void> {
  await loadEditor().catch(() => {})
}
