import { defineMessages } from '../../i18n/messages.tsx'

export const scanMessages = defineMessages('scan', {
  title: 'Scan a code',
  hint: 'Hold the camera over a QR or Data Matrix code',
  waiting: 'Waiting for the camera…',
  refused: 'The browser may not use the camera. Allow it beside the address of this page, or take a photo.',
  absent: 'This device has no camera that is free. You can choose a photo instead.',
  insecure: 'Browsers give the camera only to pages with https. You can take a photo instead.',
  photo: 'Take or choose a photo',
  nothing: 'No code could be read on this photo. Try from nearer, with more light.',
  noPicture: 'This is no picture that the browser can show',
  failed: 'The code reader could not be loaded',
  unknown: 'No entry here that you may read has this code',
  several: 'Several entries have this code',
  search: 'Search for it',
})
