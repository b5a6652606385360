/** What could not come with an entry, and why. */
export const MOVE_NOTES = {
  hidden: 'no key can read these entries',
  no_account: 'there can be no account for this person, so what they wrote belongs to who moves in',
  sysadmin: 'this person is a sysadmin there',
  refused: 'this entry could not come',
  unreadable: 'that server does not give this entry',
  conflict: 'it was changed on both sides, so it stays as it is here',
  elabid_taken: 'another entry here has its permanent id, so it got a new one',
  custom_id_taken: 'another entry here has its number in this category, so it got another one',
  team_left: 'it moved to another team there, and stays in its team here',
  tag_left: 'this tag cannot be stored',
  level_off: 'this level is off here, so it got a narrower one, or kept it if there is none',
  person_left: 'a person with whom it is shared is not known',
  group_left: 'a group with which it is shared is not known',
  metadata_left: 'its extra fields cannot be stored',
  field_left: 'this field points to something that is not here, and became text',
  settings_left: 'some of its settings cannot be stored',
  text_left: 'its text is too long',
  step_left: 'a step without a text, or one of too many',
  comment_left: 'a comment is too long',
  bad_time: 'a time cannot be read',
  file_missing: 'that server has lost the content of this file',
  file_differs: 'the content of this file is not the one whose hash that server tells',
  file_unread: 'that server does not give this file, and a further run asks for it again',
  file_refused: 'this file could not come',
  earlier_left: 'that server does not give an earlier text, and a further run asks for it again',
  deleted_files: 'deleted files stay there',
  compounds: 'links to compounds have no place here yet',
  containers: 'places in storage have no place here yet',
  timestamp: 'its trusted timestamp is a file of it, and no longer a mark',
  signatures: 'its signatures are comments, and no longer a mark',
  missing_link: 'it links to an entry that could not come',
  too_many_links: 'it has more links than an entry can have',
} as const

/** What may work the next time. */
const PASSING: ReadonlySet<string> = new Set([
  'file_missing',
  'file_unread',
  'file_refused',
  'earlier_left',
  'no_account',
  'person_left',
  'group_left',
])

/** Whether an entry is to be read again by the next run, although nothing shows that it has changed. */
export function isIncomplete(notes: readonly Noted[]): boolean {
  return notes.some(({ code }) => PASSING.has(code))
}

export type MoveNote = keyof typeof MOVE_NOTES

export type Leave = (code: MoveNote, detail?: string) => void

export interface Noted {
  code: MoveNote
  detail: string
}

const MOST_NOTES = 50

/** Collects notes; more of one entry tell nothing new. */
export function takeNotes(earlier: readonly Noted[] = []): { notes: Noted[]; leave: Leave } {
  const notes = [...earlier]
  return {
    notes,
    leave: (code, detail = '') => {
      if (notes.length < MOST_NOTES)
        notes.push({ code, detail: detail.slice(0, 300).toWellFormed().replaceAll('\0', '') })
    },
  }
}

export function writeNotes(notes: readonly Noted[]): string | null {
  return notes.length === 0 ? null : JSON.stringify(notes)
}

export function readNotes(text: string | null): Noted[] {
  return text === null ? [] : (JSON.parse(text) as Noted[])
}
