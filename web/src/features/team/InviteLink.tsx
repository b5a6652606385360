import { useTexts } from '../../i18n/text.tsx'
import { CopyField } from '../../ui/fields/CopyField.tsx'
import { ShownOnce } from '../../ui/fields/ShownOnce.tsx'
import { peopleTexts } from './people.text.ts'

export interface Invited {
  name: string
  link: string
}

/** The link for one person, shown once. */
export function InviteLink({ name, link, onDone }: Invited & { onDone(): void }) {
  const text = useTexts(peopleTexts)
  return (
    <ShownOnce title={text.linkTitle(name)} hint={text.linkHint} done={text.done} onDone={onDone}>
      <CopyField label={text.link} value={link} isMain />
    </ShownOnce>
  )
}
