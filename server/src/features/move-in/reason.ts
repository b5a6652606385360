/** How the journal tells why there is an event. */
export function reasonFor(address: string): string {
  return `moved in from ${address}`
}
