export const paths = {
  cct: '/cct',
  experience: '/cct/entries/$entryId',
  verify: '/verify',
  verifyCode: '/verify/$code',
  adminRecord: '/admin/record',
} as const;
