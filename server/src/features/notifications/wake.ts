/** The senders of this process, to be woken for new e-mails, so that they need not poll often. */
const senders = new Set<() => void>()

export function onNewMail(wake: () => void): () => void {
  senders.add(wake)
  return () => senders.delete(wake)
}

/** There may be an e-mail to send now, or soon, when a transaction commits. */
export function announceMail(): void {
  for (const wake of senders) wake()
}
