/** The file section is loaded separately. */
export function loadFiles() {
  return import('./FileSection.tsx')
}

/** Preloads it for a page that will need it. */
export async function preloadFiles(): Promise<void> {
  await loadFiles().catch(() => {})
}
