/** Who this browser is signed in as, as far as this page has heard; null for nobody. */
let active: number | null = null

/** Who is signed in now, nobody, or where they work now. */
type Message = number | null | TeamSwitch

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

interface TeamSwitch {
  team: number
}

/** All pages of the browser share one session, and so the team in which one works. */
export function tellTeamSwitched(team: number): void {
  channel.postMessage({ team } satisfies TeamSwitch)
}

/** Calls back when another page of this browser has gone to another team. Returns what stops it. */
export function onTeamSwitched(react: (team: number) => void): () => void {
  const listen = ({ data }: MessageEvent<Message>) => {
    if (isTeamSwitch(data)) react(data.team)
  }
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}

/** Somebody leaves on purpose: no other page of the browser goes on showing what is theirs. */
export function tellSignedOut(): void {
  channel.postMessage(null)
}

channel.addEventListener('message', ({ data: userid }: MessageEvent<Message>) => {
  if (isTeamSwitch(userid) || active === null || userid === active) return
  if (userid === null) return location.assign('/sign-in')
  active = userid
  // What this page holds in memory is not theirs; what was not sent yet is on the disk, under its writer's number.
  location.reload()
})

function isTeamSwitch(message: Message): message is TeamSwitch {
  return typeof message === 'object' && message !== null
}
