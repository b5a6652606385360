import { defineMessages } from '../../i18n/messages.tsx'

export const followMessages = defineMessages('follow', {
  follow: 'Follow',
  unfollow: 'Unfollow',
  hint: 'Follow: be notified of what others do here',
  following: 'Following. Click to stop',
  followed: 'You follow this entry',
  unfollowed: 'You no longer follow this entry',
})
