/** The files of an entry come on their own. */
export function loadFiles() {
  return import('./FileSection.tsx')
}

/** Begins to load them for a page that will need them. */
export async function preloadFiles(): Promise<void> {
  await loadFiles().catch(() => {})
}
