import type { ListedTeam } from '@aliquot/contract/teams'
import { roomText } from '../../i18n/amounts.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import classes from './TeamRoom.module.css'
import { teamRoomMessages } from './team-room.messages.ts'

/** The storage used by a team, and its limit. */
export function TeamRoom({ team: { name, files_bytes = 0, files_limit = 0 } }: { team: ListedTeam }) {
  const text = useMessages(teamRoomMessages)
  const { language } = useLanguage()
  const used = roomText(files_bytes, language)
  if (files_limit === 0) return <span>{text.files(used)}</span>
  return (
    <span className={classes.room}>
      <meter
        aria-label={text.filesShare(name)}
        max={files_limit}
        high={files_limit * 0.9}
        value={Math.min(files_bytes, files_limit)}
      />
      {text.filesOf(used, roomText(files_limit, language))}
    </span>
  )
}
