import type { ListedTeam } from '@aliquot/contract/teams'
import { useLanguage, useTexts } from '../../i18n/text.tsx'
import classes from './TeamRoom.module.css'
import { teamRoomTexts } from './team-room.text.ts'

/** How much room the files of a team take, of how much there is for them. */
export function TeamRoom({ team: { name, files_bytes = 0, files_limit = 0 } }: { team: ListedTeam }) {
  const text = useTexts(teamRoomTexts)
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

const UNITS = ['', 'K', 'M', 'G', 'T']

/** Limits are powers of 1024, and so is what is held against them: `1.5 GiB`. */
function roomText(bytes: number, language: string): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(bytes / 1024 ** power)
  return `${number} ${power === 0 ? '' : `${UNITS[power]}i`}B`
}
