import { defineMessages } from '../../i18n/messages.tsx'

export const onDemandMessages = defineMessages('onDemand', {
  needsNetwork: 'This needs the network the first time. Try again when the connection is back.',
  updated: 'This part did not come. If the server was updated, load the page again; what you typed is kept.',
  reload: 'Load the page again',
})
