/** Notifications. */
export const notificationRefusals = {
  'notification.not_found': 'You have no notification with this id',
  'notification.of_other': 'Only their recipient can read notifications',
  'notification.follows_of_other': 'Only the person themselves can see what they follow',
} as const
