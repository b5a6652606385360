import { useMessages } from '../../i18n/messages.tsx'
import { CopyField } from '../../ui/fields/CopyField.tsx'
import { ShownOnce } from '../../ui/fields/ShownOnce.tsx'
import { peopleMessages } from './people.messages.ts'

export interface Invited {
  name: string
  link: string
}

/** The link for one person, shown once. */
export function InviteLink({ name, link, onDone }: Invited & { onDone(): void }) {
  const text = useMessages(peopleMessages)
  return (
    <ShownOnce title={text.linkTitle(name)} hint={text.linkHint} done={text.done} onDone={onDone}>
      <CopyField label={text.link} value={link} isMain />
    </ShownOnce>
  )
}
