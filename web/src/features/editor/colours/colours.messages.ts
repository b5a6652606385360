import { defineMessages } from '../../../i18n/messages.tsx'

export const colourMessages = defineMessages('colours', {
  colour: 'Colour',
  textColour: 'Text',
  highlight: 'Highlight',
  none: 'None',
  yellow: 'Yellow',
  names: { grey: 'Grey', red: 'Red', orange: 'Orange', green: 'Green', blue: 'Blue', purple: 'Purple' },
})
