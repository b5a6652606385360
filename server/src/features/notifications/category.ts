/** What a notification is about. */
export const CATEGORY = { comment: 10, newPerson: 11, waitingPerson: 12, deadline: 13, request: 90 } as const
