/** The editor is as large as all the rest, so it is loaded separately. */
export function loadEditor() {
  return import('./RichEditor.tsx')
}

/** Preloads the editor for a page that will need it. That page reports a failure. */
export async function preloadEditor(): Promise<void> {
  await loadEditor().catch(() => {})
}
