/** Marks all that belongs to the sample notebook. */
export const SAMPLE_TAG = 'sample'

export function isSample({ tags }: { tags: string | null }): boolean {
  return tags?.split('|').includes(SAMPLE_TAG) ?? false
}
