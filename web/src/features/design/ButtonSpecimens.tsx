import { ActionIcon, Button, Menu } from '@mantine/core'
import { Archive, Share2, Trash2 } from 'lucide-react'
import { Keys } from '../../ui/keys/Keys.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { FOCUSED, HOVERED } from './force-states.ts'
import { LONG, Specimen, Specimens } from './Specimen.tsx'

const VARIANTS = ['filled', 'default', 'light', 'subtle'] as const
const STATES = [
  ['normal', {}],
  ['hover', HOVERED],
  ['focus', FOCUSED],
  ['disabled', { disabled: true }],
  ['loading', { loading: true }],
] as const
const ICON = { size: 16, 'aria-hidden': true } as const

export function ButtonSpecimens() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Specimens key={variant} title={`Button, ${variant}`}>
          {STATES.map(([state, props]) => (
            <Specimen key={state} state={state}>
              <Button variant={variant} leftSection={<Share2 {...ICON} />} {...props}>
                Share
              </Button>
            </Specimen>
          ))}
          <Specimen state="long text">
            <Button variant={variant} maw="100%">
              {LONG}
            </Button>
          </Specimen>
        </Specimens>
      ))}
      <Specimens title="Button that removes for good">
        {STATES.map(([state, props]) => (
          <Specimen key={state} state={state}>
            <Button color="red.9" {...props}>
              Delete
            </Button>
          </Specimen>
        ))}
      </Specimens>
      <Specimens title="Button of an icon">
        {STATES.map(([state, props]) => (
          <Specimen key={state} state={state}>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Archive, ${state}`} {...props}>
              <Archive {...ICON} />
            </ActionIcon>
          </Specimen>
        ))}
      </Specimens>
      <Specimens title="Menu and keys">
        <Specimen state="closed">
          <MoreMenu label="More actions">
            <Menu.Item leftSection={<Archive {...ICON} />}>Archive</Menu.Item>
            <Menu.Item leftSection={<Trash2 {...ICON} />}>Delete</Menu.Item>
          </MoreMenu>
        </Specimen>
        <Specimen state="keys">
          <Keys of="mod+shift+k" />
        </Specimen>
      </Specimens>
    </>
  )
}
