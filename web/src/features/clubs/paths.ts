export const paths = {
  /** The clubs of the whole school, without a hub or menu item. */
  clubs: '/clubs',
  /** `_` instead of an ID means none. */
  clubsOfHub: '/$hubId/$hubMenuId/clubs',
  club: '/clubs/$clubId',
  /** An invitation link. Its token is in the fragment after '#', which isn't sent to servers and doesn't appear in logs. */
  joinClub: '/clubs/join',
  manageClub: '/clubs/$clubId/manage',
  adminClubs: '/admin/clubs',
} as const;
