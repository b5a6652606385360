/** The signed-in person of this browser, as far as this page knows; null for nobody. */
let active: number | null = null

/** A new sign-in, a sign-out, or a switch of teams. */
type Message = number | null | TeamSwitch

const channel = new BroadcastChannel('aliquot-session')

/** Call this when the service names the signed-in person. Other pages are told if it is somebody new. */
export function noteSignedIn(userid: number): void {
  if (active === userid) return
  active = userid
  channel.postMessage(userid)
}

/** False if somebody else has signed in: pending requests must not go out in their name. */
export function isSignedInAs(userid: number): boolean {
  return active === null || active === userid
}

interface TeamSwitch {
  team: number
}

/** All pages of the browser share one session, and so the current team. */
export function tellTeamSwitched(team: number): void {
  channel.postMessage({ team } satisfies TeamSwitch)
}

/** Calls back when another page of this browser switches teams. Returns a function that stops it. */
export function onTeamSwitched(react: (team: number) => void): () => void {
  const listen = ({ data }: MessageEvent<Message>) => {
    if (isTeamSwitch(data)) react(data.team)
  }
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}

/** On a deliberate sign-out no other page may keep showing the person's data. */
export function tellSignedOut(): void {
  channel.postMessage(null)
}

channel.addEventListener('message', ({ data: userid }: MessageEvent<Message>) => {
  if (isTeamSwitch(userid) || active === null || userid === active) return
  if (userid === null) return location.assign('/sign-in')
  active = userid
  // This page has the data of somebody else in memory; unsent work is on the disk, under its author's id.
  location.reload()
})

function isTeamSwitch(message: Message): message is TeamSwitch {
  return typeof message === 'object' && message !== null
}
