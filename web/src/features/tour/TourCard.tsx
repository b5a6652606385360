import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Keys } from '../../ui/keys/Keys.tsx'
import { keyNames } from '../../ui/keys/shortcuts.ts'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import classes from './Tour.module.css'
import { tourMessages } from './tour.messages.ts'
import { STEPS, type TourStep } from './tour-steps.ts'
import { useTourPlaces } from './use-tour-places.ts'

interface Props {
  step: TourStep
  number: number
  goTo(number: number): void
  leave(): void
}

/** One step of the tour, beside the place it is about. On phones it is a sheet at the lower edge. */
export function TourCard({ step, number, goTo, leave }: Props) {
  const text = useMessages(tourMessages)
  const id = useId()
  const isLast = number === STEPS.length
  const card = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const places = useTourPlaces(step.target, card)
  const { title, text: words } = text.steps[step.name]
  useEffect(() => {
    // Not while somebody already does something.
    if ([document.body, document.getElementById('page')].includes(document.activeElement as HTMLElement))
      card.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="no-print">
      {places.ring && <div className={classes.ring} style={places.ring} aria-hidden="true" data-tour-ring />}
      <div
        ref={card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        className={classes.card}
        style={isPhone ? undefined : places.card}
        data-tour-card
      >
        <div aria-live="polite">
          <Title order={2} size="h4" id={`${id}-title`}>
            {title}
          </Title>
          <Text size="sm" mt="2xs" id={`${id}-text`}>
            {words}
          </Text>
          {step.keys && (
            <Group gap="xs" mt="xs" visibleFrom="sm" className="keyboard-only">
              <Text size="sm" c="var(--quiet)">
                {text.shortcut}
              </Text>
              <Keys of={step.keys} />
              <VisuallyHidden>{keyNames(step.keys).join(' ')}</VisuallyHidden>
            </Group>
          )}
        </div>
        <Group gap="xs" mt="md" wrap="nowrap">
          {!isLast && (
            <Button variant="subtle" color="gray" size="compact-sm" className={classes.button} onClick={leave}>
              {text.skip}
            </Button>
          )}
          <Text size="sm" c="var(--quiet)" className={classes.progress}>
            {text.progress(number, STEPS.length)}
          </Text>
          {number > 1 && (
            <Button variant="default" size="compact-sm" className={classes.button} onClick={() => goTo(number - 1)}>
              {text.back}
            </Button>
          )}
          <Button size="compact-sm" className={classes.button} onClick={() => goTo(number + 1)}>
            {isLast ? text.done : text.next}
          </Button>
        </Group>
      </div>
    </div>
  )
}
