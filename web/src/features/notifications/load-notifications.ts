/** Panel and page are one part, with one list of what it needs: more would cost the first load. */
export const loadNotifications = () => import('./on-demand.ts')
