import { useDeferredValue, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { AddLine } from '../../ui/fields/AddLine.tsx'
import { SearchInput } from '../../ui/fields/SearchInput.tsx'
import { PagedRows } from '../../ui/layout/PagedRows.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { useSession } from '../session/session.queries.ts'
import { TagRow } from './TagRow.tsx'
import { tagPage, useAddTag } from './tags.queries.ts'
import { teamMessages } from './team.messages.ts'

export function TagsSection() {
  const text = useMessages(teamMessages)
  const { team, is_admin } = useSession()
  const [wanted, setWanted] = useState('')
  const q = useDeferredValue(wanted.trim())
  return (
    <Section title={text.sections.tags} intro={text.tagsIntro}>
      {is_admin === 1 && <NewTagLine />}
      <SearchInput label={text.findTag} value={wanted} onChange={setWanted} />
      <PagedRows
        label={text.sections.tags}
        pageQuery={tagPage(team, q)}
        keyOf={({ id }) => id}
        summary={(count) => (count > 0 ? text.tagCount(count) : q === '' ? text.noTags : text.noSuchTag)}
      >
        {(tag) => <TagRow tag={tag} />}
      </PagedRows>
    </Section>
  )
}

function NewTagLine() {
  const text = useMessages(teamMessages)
  const { team } = useSession()
  const { mutateAsync } = useAddTag(team)
  return <AddLine label={text.newTag} fields={['tag']} add={mutateAsync} />
}
