export interface Draft {
  entryId: number
  title: string
  savedAt: number
}

/** Entries with text that is only on this device so far, newest first. */
export async function listDrafts(): Promise<Draft[]> {
  return []
}
