import type { EntityType } from '@aliquot/contract/common'
import { Combobox, Text, UnstyledButton, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useTellMarkedOption } from '../../ui/fields/tell-marked-option.ts'
import { isTouch } from '../../ui/is-touch.ts'
import { useSession } from '../session/session.queries.ts'
import classes from './LabelInput.module.css'
import { LabelPill } from './LabelPill.tsx'
import { labelInputMessages } from './label-input.messages.ts'
import { labelMessages } from './labels.messages.ts'
import { kindOf, type LabelField, labelsOf } from './labels.queries.ts'
import { useNewLabel } from './new-label.ts'

interface Props {
  type: EntityType
  field: LabelField
  value: number | null
  /** From the record, because a label of a foreign team is not in the list. */
  title: string | null
  color: string | null
  isReadOnly: boolean
  save(id: number | null): void
}

const NONE = 'none'
const NEW = 'new'

/** A category or status: click it to choose another. */
export function LabelInput({ type, field, value, title, color, isReadOnly, save }: Props) {
  const text = useMessages(labelMessages)
  const { noneYet, typeOne } = useMessages(labelInputMessages)
  const { team } = useSession()
  const kind = kindOf(type, field)
  const { data: labels = [], isSuccess } = useQuery({ ...labelsOf(team, kind), enabled: !isReadOnly })
  const create = useNewLabel(kind)
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    // The keyboard of a touched screen would cover the list.
    onDropdownOpen: () => !isTouch() && combobox.focusSearchInput(),
    onDropdownClose: () => {
      setTyped('')
      combobox.resetSelectedOption()
      combobox.focusTarget()
    },
  })
  useTellMarkedOption(combobox)
  // Enter takes the first match.
  useEffect(() => {
    if (typed !== '') combobox.selectFirstOption()
  }, [typed, combobox.selectFirstOption])
  const chosen = labels.find(({ id }) => id === value)
  const shown = value === null ? undefined : chosen ? { title: chosen.title, color: chosen.color } : { title, color }
  const pill = shown?.title ? <LabelPill title={shown.title} color={shown.color} /> : undefined
  if (isReadOnly) return pill ?? <Text size="sm">{text.none}</Text>

  const letters = typed.trim().toLocaleLowerCase()
  const found = labels.filter((label) => label.title.toLocaleLowerCase().includes(letters))
  const isNew = letters !== '' && !labels.some((label) => label.title.toLocaleLowerCase() === letters)
  const submit = async (option: string) => {
    const name = typed.trim()
    combobox.closeDropdown()
    if (option === NONE) return save(null)
    const id = option === NEW ? await create?.(name) : Number(option)
    if (id !== undefined) save(id)
  }

  return (
    <Combobox store={combobox} width={260} position="bottom-start" onOptionSubmit={(option) => void submit(option)}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <UnstyledButton
          className={classes.target}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={`${text[field]}: ${shown?.title ?? text.choose[field]}`}
          onClick={() => combobox.toggleDropdown()}
        >
          {pill ?? <span className={classes.empty}>{text.choose[field]}</span>}
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-autocomplete="list"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
          }}
          aria-label={text.choose[field]}
          placeholder={create ? text.find : text.findOnly}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={text[field]}>
          {found.map((label) => (
            <Combobox.Option key={label.id} value={String(label.id)} active={label.id === value}>
              <span className={classes.option}>
                <LabelPill title={label.title} color={label.color} />
                {label.is_current_team === 0 && (
                  <Text span size="xs" c="var(--quiet)">
                    {text.otherTeam(label.team_name)}
                  </Text>
                )}
              </span>
            </Combobox.Option>
          ))}
          {isNew && create && (
            <Combobox.Option value={NEW}>
              <span className={classes.option}>
                <Plus size={14} aria-hidden="true" /> {text.make(typed.trim())}
              </span>
            </Combobox.Option>
          )}
          {value !== null && letters === '' && <Combobox.Option value={NONE}>{text.none}</Combobox.Option>}
          {isSuccess && labels.length === 0 && letters === '' && (
            <Combobox.Empty>{(create ? typeOne : noneYet)[field]}</Combobox.Empty>
          )}
          {found.length === 0 && letters !== '' && !(isNew && create) && (
            <Combobox.Empty>{text.noneFound}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
