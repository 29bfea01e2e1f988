/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  /** Leads to the clubs of the whole school: no hub, and no menu item that one came from. */
  clubs: '/clubs',
  /** `_` in place of an id means none. */
  clubsOfHub: '/$hubId/$hubMenuId/clubs',
  club: '/clubs/$clubId',
  /** An invitation link; its token stands behind the '#', where no server and no log sees it. */
  joinClub: '/clubs/join',
  manageClub: '/clubs/$clubId/manage',
  adminClubs: '/admin/clubs',
} as const;
