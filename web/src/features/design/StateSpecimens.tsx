import { TITLE_LIMIT } from '@aliquot/contract/limits'
import { Button, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { Unreachable } from '../../api/client.ts'
import { EditableText } from '../../ui/fields/EditableText.tsx'
import { ShownOnce } from '../../ui/fields/ShownOnce.tsx'
import { AskFirst } from '../../ui/layout/AskFirst.tsx'
import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { RowsSkeleton } from '../../ui/layout/RowsSkeleton.tsx'
import { Card } from '../../ui/layout/Section.tsx'
import { When } from '../../ui/time/When.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { LONG, Specimen, Specimens } from './Specimen.tsx'

const UNREACHABLE = new Unreachable('the service does not answer')
const nothing = async () => {}

/** Loading, empty, failed, and what tells of it. */
export function StateSpecimens() {
  const { show, fail } = useToasts()
  return (
    <>
      <Specimens title="Loading, empty, failed">
        <Specimen state="page is loading" isWide>
          <PageSkeleton />
        </Specimen>
        <Specimen state="rows are loading" isWide>
          <RowsSkeleton label="Loading" count={3} />
        </Specimen>
        <Specimen state="failed">
          <ProblemLine error={UNREACHABLE} retry={nothing} />
        </Specimen>
        <Specimen state="card">
          <Card>
            <Text>{LONG}</Text>
          </Card>
        </Specimen>
        <Specimen state="shown once" isWide>
          <ShownOnce title="Your new key" hint="It can't be shown again." done="Done" onDone={nothing}>
            <Text ff="monospace">3-9f2c7d</Text>
          </ShownOnce>
        </Specimen>
      </Specimens>
      <Specimens title="Asking, telling, editing in place">
        <Specimen state="asks first">
          <AskFirst label="Delete" icon={Trash2} question="Delete this team for good?" run={nothing} />
        </Specimen>
        <Specimen state="message">
          <Button variant="default" onClick={() => show({ message: 'Moved to the trash', undo: nothing })}>
            Show a message
          </Button>
        </Specimen>
        <Specimen state="message of a failure">
          <Button variant="default" onClick={() => fail(UNREACHABLE)}>
            Show a failure
          </Button>
        </Specimen>
        <Specimen state="edited in place">
          <EditableText value="Running" label="Rename Running" limit={TITLE_LIMIT} save={nothing} />
        </Specimen>
        <Specimen state="time">
          <When at={Date.now() - 300_000} />
        </Specimen>
      </Specimens>
    </>
  )
}
