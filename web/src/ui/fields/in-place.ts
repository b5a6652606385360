/** Suggestions within a popover make it higher, rather than hang out of it. */
export const IN_PLACE = { position: 'static', padding: 0, border: 0, boxShadow: 'none', marginTop: '0.5rem' } as const
