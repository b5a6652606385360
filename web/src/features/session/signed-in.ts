/** Who this browser is signed in as, as far as this page has heard; null for nobody. */
let active: number | null = null

const channel = new BroadcastChannel('aliquot-session')

/** The service has said who is signed in. Other pages of the browser hear of it when it is somebody new. */
export function noteSignedIn(userid: number): void {
  if (active === userid) return
  active = userid
  channel.postMessage(userid)
}

/** False when somebody else has come: what a page still has to send must not go out in their name. */
export function isSignedInAs(userid: number): boolean {
  return active === null || active === userid
}

/** Somebody leaves on purpose: no other page of the browser goes on showing what is theirs. */
export function tellSignedOut(): void {
  channel.postMessage(null)
}

channel.addEventListener('message', ({ data: userid }: MessageEvent<number | null>) => {
  if (active === null || userid === active) return
  if (userid === null) return location.assign('/sign-in')
  active = userid
  // What this page holds in memory is not theirs; what was not sent yet is on the disk, under its writer's number.
  location.reload()
})
