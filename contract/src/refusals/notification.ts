/** Notifications. */
export const notificationRefusals = {
  'notification.not_found': 'You have no notification with this id',
  'notification.of_other': 'Only their recipient can read notifications',
} as const
