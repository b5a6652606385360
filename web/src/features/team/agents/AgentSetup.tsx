import { Anchor, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../../i18n/messages.tsx'
import { CopyField } from '../../../ui/fields/CopyField.tsx'
import { Card } from '../../../ui/layout/Section.tsx'
import { agentMessages } from './agents.messages.ts'
import classes from './agents.module.css'

const COMMAND = 'npx aliquot watch --config watch.json'

/** How to bring the files of an instrument into the notebook. */
export function AgentSetup({ title }: { title: string }) {
  const text = useMessages(agentMessages)
  return (
    <Card>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text mt="2xs">{text.what}</Text>
      <ol className={classes.steps}>
        <li>
          {text.keyStep}{' '}
          <Anchor
            underline="always"
            renderRoot={(props) => <Link to="/account/{-$section}" params={{ section: 'keys' }} {...props} />}
          >
            {text.keyLink}
          </Anchor>
        </li>
        <li>
          {text.configStep}
          <CopyField label={text.configLabel} value={configFor(location.origin, text.yourKey)} />
        </li>
        <li>
          {text.runStep}
          <CopyField label={text.runLabel} value={COMMAND} />
        </li>
      </ol>
      <Text c="var(--quiet)">{text.manual}</Text>
    </Card>
  )
}

function configFor(server: string, key: string): string {
  const lines = [
    '{',
    `  "server": ${JSON.stringify(server)},`,
    `  "key": ${JSON.stringify(key)},`,
    '  "rules": [',
    '    { "folder": "C:/Balance/out", "pattern": "*.csv",',
    '      "entry": { "type": "experiments", "id": 4 } }',
    '  ]',
    '}',
  ]
  return lines.join('\n')
}
