import { Checkbox, NativeSelect, NumberInput, Radio, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '../../ui/fields/CopyField.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { Tick } from '../../ui/fields/Tick.tsx'
import { DateField } from '../../ui/time/DateField.tsx'
import { LabelPill } from '../labels/LabelPill.tsx'
import { FOCUSED, HOVERED } from './force-states.ts'
import { LONG, Specimen, Specimens } from './Specimen.tsx'

const STATES = [
  ['empty', { placeholder: 'Title', value: '' }],
  ['normal', { value: 'Yield of batch 17' }],
  ['hover', { value: 'Yield of batch 17', ...HOVERED }],
  ['focus', { value: 'Yield of batch 17', ...FOCUSED }],
  ['disabled', { value: 'Yield of batch 17', disabled: true }],
  ['error', { value: 'Yield of batch 17', error: 'This title is taken' }],
  ['long text', { value: LONG }],
] as const
const ON_OFF = [
  ['off', { checked: false }],
  ['on', { checked: true }],
  ['focus', { checked: true, ...FOCUSED }],
  ['disabled, off', { checked: false, disabled: true }],
  ['disabled, on', { checked: true, disabled: true }],
] as const
const COLOURS = ['0f766e', 'dfab01', 'd43f3a', null] as const
/** The fields of this page keep their values. */
const keep = () => {}

export function FieldSpecimens() {
  const [side, setSide] = useState('list')
  return (
    <>
      <Specimens title="Field of one line">
        {STATES.map(([state, props]) => (
          <Specimen key={state} state={state}>
            <TextInput label="Title" onChange={keep} {...props} />
          </Specimen>
        ))}
      </Specimens>
      <Specimens title="Other fields">
        <Specimen state="lines">
          <Textarea label="Comment" autosize minRows={2} value={LONG} onChange={keep} />
        </Specimen>
        <Specimen state="number">
          <NumberInput label="Temperature" value={4.2} onChange={keep} />
        </Specimen>
        <Specimen state="choice">
          <NativeSelect label="Column" data={['Ni-NTA', 'Talon']} onChange={keep} />
        </Specimen>
        <Specimen state="date">
          <DateField type="date" aria-label="Start of run" value="2026-11-12" onChange={keep} />
        </Specimen>
        <Specimen state="segments">
          <Segments
            label="View"
            value={side}
            options={[
              { value: 'list', label: 'List' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={setSide}
          />
        </Specimen>
        <Specimen state="to copy">
          <CopyField label="Link" value="https://notebook.example.org/experiments/17" />
        </Specimen>
      </Specimens>
      <Specimens title="Checkbox, radio, switch">
        {ON_OFF.map(([state, props]) => (
          <Specimen key={state} state={state}>
            <Checkbox label="Gel checked" onChange={keep} {...props} />
            <Radio label="Ni-NTA" mt="xs" onChange={keep} {...props} />
            <Switch label="Remind me" mt="xs" onChange={keep} {...props} />
          </Specimen>
        ))}
        <Specimen state="for gloves">
          <Tick label="Weigh it" isTicked tick={keep} />
        </Specimen>
      </Specimens>
      <Specimens title="Status and category">
        {COLOURS.map((color) => (
          <Specimen key={color} state={color ?? 'without colour'}>
            <LabelPill title="Running" color={color} />
          </Specimen>
        ))}
        <Specimen state="long text">
          <LabelPill title={LONG} color="0f766e" />
        </Specimen>
      </Specimens>
    </>
  )
}
