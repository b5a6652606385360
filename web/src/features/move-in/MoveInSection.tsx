import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { RowsSkeleton } from '../../ui/layout/RowsSkeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { MoveInView } from './MoveInView.tsx'
import { moveInMessages } from './move-in.messages.ts'
import { listedMoveIns, moveInById } from './move-in.queries.ts'
import { NewMoveIn } from './NewMoveIn.tsx'

/** Brings the notebook of another server here: look first, then bring it, then what changed since. */
export function MoveInSection() {
  const text = useMessages(moveInMessages)
  const { data, error, refetch } = useQuery(listedMoveIns())
  return (
    <Section title={text.title} intro={text.intro}>
      <NewMoveIn />
      {error && <ProblemLine error={error} retry={refetch} />}
      {!data && !error && <RowsSkeleton label={text.title} count={2} />}
      {data?.map(({ id }) => (
        <OneMoveIn key={id} id={id} />
      ))}
    </Section>
  )
}

function OneMoveIn({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(moveInById(id))
  if (data) return <MoveInView record={data} />
  return error ? <ProblemLine error={error} retry={refetch} /> : null
}
